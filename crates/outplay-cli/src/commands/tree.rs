//! `tree`: the tree that a search walked, for looking at.

use std::io::Write;
use std::path::Path;

use anyhow::Context as _;
use outplay::{Limits, Plan, RecordLimits, Tree, quote};
use serde::Serialize;

use super::{Context, is_unlimited, limits, plan};
use crate::args::{TreeArgs, TreeFormat};
use crate::board;
use crate::failure::{Failure, Result};
use crate::screen;

/// Plies searched unless told otherwise: what a person can still look at.
const DEFAULT_DEPTH: u32 = 2;

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
        limits = Limits::depth(DEFAULT_DEPTH);
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
        None => Ok(args.output.as_deref().map_or(TreeFormat::Text, by_name)),
    }
}

fn by_name(path: &Path) -> TreeFormat {
    let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
    match ending.to_str() {
        Some("svg") => TreeFormat::Svg,
        Some("dot" | "gv") => TreeFormat::Dot,
        Some("json") => TreeFormat::Json,
        _ => TreeFormat::Text,
    }
}

fn write(path: &Path, text: &str, context: &mut Context<'_>) -> Result {
    let name = quote(&path.to_string_lossy());
    let text = format!("{}\n", text.trim_end());
    std::fs::write(path, text).with_context(|| format!("{name} can't be written"))?;
    if context.screen.json {
        return context.screen.document(&serde_json::json!({ "written": path.to_string_lossy() }));
    }
    screen::note(&format!("written to {name}"));
    Ok(())
}
