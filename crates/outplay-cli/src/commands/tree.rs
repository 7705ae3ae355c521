//! `tree`: the tree that a search walked, for looking at.

use std::io::Write;
use std::path::Path;

use outplay::{Limits, Plan, RecordLimits, Stop, Tree, quote};
use serde::Serialize;

use super::{Context, affordable_depth, is_unlimited, limits, plan};
use crate::args::{TreeArgs, TreeFormat};
use crate::board;
use crate::failure::{Failure, Result};
use crate::input;
use crate::screen;

/// The JSON document.
#[derive(Serialize)]
struct Document<'a> {
    #[serde(flatten)]
    analysis: &'a outplay::Analysis,
    tree: &'a Tree,
}

pub(super) fn run(args: &TreeArgs, context: &mut Context<'_>) -> Result {
    let format = format(args, context)?;
    let mut session = board::open(context.games, &args.board)?;
    let mut limits = limits(args.limits);
    if is_unlimited(&limits) {
        // As deep as all of plain minimax's tree would be kept.
        let (most, nodes) = (session.info().depth, args.max_nodes as u64);
        let depth = |stop: &Stop| affordable_depth(session.as_ref(), most, nodes, stop);
        limits = Limits::depth(context.interrupt.during(depth).unwrap_or(1));
    }
    let plan = Plan {
        record: Some(RecordLimits {
            nodes: args.max_nodes,
            depth: args.max_depth.map_or(outplay::MAX_PLY, board::reachable),
        }),
        ..plan(args.algorithm, limits, args.engine)
    };
    let analysis = context.search(session.as_mut(), &plan)?;
    let Some(tree) = &analysis.tree else {
        return Err(anyhow::anyhow!("the search kept no tree").into());
    };
    let text = match format {
        TreeFormat::Text => tree.to_text(),
        TreeFormat::Dot => tree.to_dot(),
        TreeFormat::Svg => tree.to_svg(),
        TreeFormat::Json => {
            let document = Document { analysis: &analysis, tree };
            serde_json::to_string(&document)?
        }
    };
    match &args.output {
        Some(path) => write(path, &text, context),
        None => {
            writeln!(context.screen, "{}", text.trim_end())?;
            context.screen.flush()?;
            Ok(())
        }
    }
}

/// The format that was asked for, or that the file's name or `--json` implies.
fn format(args: &TreeArgs, context: &Context<'_>) -> Result<TreeFormat> {
    let to_screen = args.output.is_none();
    match args.format {
        Some(format) if context.screen.json && to_screen && format != TreeFormat::Json => {
            Err(Failure::Usage(
                "--json prints JSON only; leave out --format, or give --output FILE".to_owned(),
            ))
        }
        Some(format) => Ok(format),
        None if context.screen.json => Ok(TreeFormat::Json),
        None => args.output.as_deref().map_or(Ok(TreeFormat::Text), by_name),
    }
}

fn by_name(path: &Path) -> Result<TreeFormat> {
    let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
    match ending.to_str() {
        Some("svg") => Ok(TreeFormat::Svg),
        Some("dot" | "gv") => Ok(TreeFormat::Dot),
        Some("json") => Ok(TreeFormat::Json),
        Some("" | "txt" | "text") => Ok(TreeFormat::Text),
        _ => Err(Failure::Usage(format!(
            "{} names no format; end it in .svg, .dot, .json or .txt, or give --format",
            quote(&path.to_string_lossy())
        ))),
    }
}

fn write(path: &Path, text: &str, context: &mut Context<'_>) -> Result {
    let name = quote(&path.to_string_lossy());
    let text = format!("{}\n", text.trim_end());
    input::save(path, &text)?;
    if context.screen.json {
        return context.screen.document(&serde_json::json!({ "written": path.to_string_lossy() }));
    }
    screen::note(&format!("written to {name}"));
    Ok(())
}
