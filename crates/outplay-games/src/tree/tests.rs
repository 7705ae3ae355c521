use outplay::{Limits, Line, Random, Shared, Stop, Table, minimax, mtdf, perft};
use outplay::{alphabeta, alphabeta_ordered, alphabeta_table, pvs, solve};
use proptest::prelude::*;

use super::*;

fn tree(text: &str) -> Tree {
    Tree::default().parse(text).unwrap()
}

/// The value for the first player in hundredths, straight from the definition.
fn value(tree: &Tree) -> i32 {
    let values = tree.edges().iter().map(|edge| {
        let mut child = tree.clone();
        (child.node, child.turn) = (edge.child, tree.turn_after(*edge));
        value(&child)
    });
    let best = match tree.turn {
        Player::First => values.max(),
        Player::Second => values.min(),
    };
    best.unwrap_or(tree.node().value)
}

fn searched(tree: &Tree, depth: Option<u32>) -> Score {
    let table = Table::none();
    let limits = Limits { depth, ..Limits::default() };
    let shared = Shared::new(limits, &table);
    let line = Line::new(tree.clone());
    minimax(&line, &Estimates, &mut (), &shared).value.score
}

#[test]
fn values_are_the_first_players() {
    for (text, value) in [
        ("(3 (5 6) 9)", 9),
        ("(3 (5 6) 9) second", -3),
        ("(3 (5 6) 4)", 5),
        ("(3 =(5 6) 4)", 6),
        ("(3 =(5 6) 4) second", -3),
        ("(3 =(2 6) 4) second", -2),
        ("7", 7),
        ("7 second", -7),
        ("-7 first", -7),
    ] {
        assert_eq!(searched(&tree(text), None), Score::from(value), "{text}");
    }
    assert_eq!(searched(&Tree::default(), None), Score::from(6));
}

#[test]
fn estimates_count_where_the_search_stops() {
    let tree = tree("(3 (5 6)@4.5 (8 9)@-1)");
    assert_eq!(searched(&tree, Some(1)), Score::from(4.5));
    assert_eq!(searched(&tree, Some(2)), Score::from(8));
    assert_eq!(Estimates.rank(&tree, 0), 0);
    assert_eq!(Estimates.rank(&tree, 1), 450);
    assert_eq!(Estimates.rank(&tree, 2), -100);
}

#[test]
fn outcomes_and_turns() {
    let mut tree = tree("(=0 -1 (2 2.5))");
    for (m, outcome, turn) in [
        (0, Some(Outcome::Draw), Player::First),
        (1, Some(Outcome::Win(Player::Second)), Player::Second),
        (2, None, Player::Second),
    ] {
        let undo = tree.play(m);
        assert_eq!((tree.outcome(), tree.turn()), (outcome, turn));
        tree.undo(m, undo);
    }
    assert_eq!(tree.outcome(), None);
}

#[test]
fn equal_subtrees_have_equal_keys() {
    let tree =
        tree("((1 =(2 3)@1) x:(1 =(2 3)@1) (1 (2 3)@1) (1 =(2 3)) =(1 =(2 3)@1) (=(2 3)@1 1))");
    let key = |m| {
        let mut child = tree.clone();
        child.play(m);
        child.key()
    };
    assert_eq!(key(0), key(1), "names do not matter");
    for m in 2..6 {
        assert_ne!(key(0), key(m), "{m}");
    }
}

#[test]
fn moves_are_places_or_names() {
    let tree = tree("(a:1 (2 3) b:(4 5) a)");
    for (text, m) in [("1", 0), (" 2 ", 1), ("a", 0), ("b", 2), ("4", 3)] {
        assert_eq!(tree.read(text), Ok(m), "{text}");
    }
    for text in ["0", "5", "c", "-1", "", "B", "99999999999"] {
        let error = tree.read(text).unwrap_err().to_string();
        assert_eq!(error, format!("'{text}' is not a legal move; moves are 1 to 4"));
    }
    assert_eq!(tree.write(3), "4");
}

#[test]
fn texts_that_are_no_trees() {
    for (text, error) in [
        ("", "there is no tree (at character 1); write one such as (3 (5 6) 9)"),
        ("()", "a list needs children (at character 2); write a number for a leaf"),
        ("(3 ()", "a list needs children (at character 5); write a number for a leaf"),
        ("(3 (5", "the text ends too early (at character 6); 2 ) are missing"),
        ("(3 a:", "the text ends too early (at character 6); a ) is missing"),
        (")", "')' closes nothing (at character 1); write a tree such as (3 (5 6) 9)"),
        ("(3) 4", "'4' follows the tree (at character 5); only first or second can"),
        ("3 third", "'third' follows the tree (at character 3); only first or second can"),
        ("=(3 4)", "the root can't be marked by = (at character 1); = comes before a child"),
        ("(3 4@5)", "a leaf has no estimate (at character 5); @ comes after a list"),
        ("(1 a)", "nothing before this is named 'a' (at character 4); name a node by a:(5 6)"),
        ("a:(1 a)", "nothing before this is named 'a' (at character 6); name a node by a:(5 6)"),
        (
            "(a:1 a:2)",
            "there are two nodes 'a' (at character 6); a name without a colon refers to the first",
        ),
        (
            "(1 = = 2)",
            "'=' is out of place (at character 6); a number, a list or a name is wanted here",
        ),
        (
            "(1.255 2)",
            "'1.255' is not a number (at character 2); numbers have at most two decimals",
        ),
        (
            "(1 10000000)",
            "'10000000' is not a number (at character 4); numbers go up to 9999999.99",
        ),
        (
            "(é 1e5)",
            "'é' is not a number (at character 2); write a leaf as 3, -2 or 0.25, a node as a list in parentheses",
        ),
        (
            "(a-b 1)",
            "'a-b' is not a name (at character 2); a name is a letter and up to 31 letters, digits or _",
        ),
    ] {
        let got = Tree::default().parse(text).unwrap_err().to_string();
        assert_eq!(got, error, "{text}");
    }
}

#[test]
fn limits_of_size() {
    let deep = |levels: usize| format!("{}1{}", "(".repeat(levels), ")".repeat(levels));
    let parse = |text: &str| Tree::default().parse(text).map_err(|e| e.to_string());
    let deepest = parse(&deep(200)).unwrap();
    assert_eq!(parse(&deepest.to_string()).unwrap(), deepest);
    let error = Err("the tree is too deep (at character 201); at most 200 levels".to_owned());
    assert_eq!(parse(&deep(201)), error);
    assert_eq!(parse(&"(".repeat(10_000_000)), error);
    // By references, a short text is a deep tree.
    let folded = format!("(a:{} b:{}a{})", deep(150), "(".repeat(100), ")".repeat(100));
    assert!(parse(&folded).unwrap_err().starts_with("the tree is too deep"));
    let wide = |count: usize| format!("({})", "1 ".repeat(count));
    assert_eq!(parse(&wide(999_999)).unwrap().edges().len(), 999_999);
    assert!(parse(&wide(1_000_000)).unwrap_err().starts_with("the tree is too large"));
}

#[test]
fn random_trees_round_trip_and_undo() {
    let mut random = Random::new(1);
    for (name, shape) in &Shape::ALL {
        let mut shared = 0;
        for seed in 0..100 {
            let start = Tree::random(seed, shape);
            assert!(start.arena.nodes.len() <= shape.nodes, "{name} {seed}");
            assert!(start.node().height <= shape.depth);
            shared += usize::from(start.arena.nodes.iter().any(|node| node.name.is_some()));
            let mut tree = start.clone();
            let mut path = vec![];
            while tree.outcome().is_none() {
                let read = tree.parse(&tree.to_string()).unwrap();
                assert_eq!((&read, read.key()), (&tree, tree.key()), "{name} {seed}");
                assert_eq!(read.to_string(), tree.to_string());
                let m = random.below(tree.edges().len()) as u32;
                assert_eq!(tree.read(&tree.write(m)), Ok(m));
                path.push((m, tree.play(m)));
            }
            for (m, undo) in path.into_iter().rev() {
                tree.undo(m, undo);
            }
            assert_eq!((tree.to_string(), tree.key()), (start.to_string(), start.key()));
        }
        assert_eq!(shared > 0, shape.sharing > 0.0, "{name}");
    }
}

#[test]
fn searches_agree_with_the_definition() {
    let mut table = Table::new(1 << 16).unwrap();
    for (name, shape) in &Shape::ALL {
        for seed in 0..20 {
            let tree = Tree::random(seed, shape);
            let expected = for_player(value(&tree), tree.turn);
            let line = Line::new(tree);
            let searches =
                [minimax, alphabeta, alphabeta_ordered, alphabeta_table, mtdf, pvs, solve];
            for (number, search) in searches.into_iter().enumerate() {
                table.clear();
                let shared = Shared::new(Limits::default(), &table);
                let report = search(&line, &Estimates, &mut (), &shared);
                assert_eq!(report.value.score, expected, "{name} {seed} {number}");
                assert!(report.value.proven, "{name} {seed} {number}");
            }
        }
    }
}

#[test]
fn perft_of_the_default() {
    for &(depth, nodes) in Tree::INFO.perft {
        let count = perft(&Tree::default(), depth, &Stop::new()).unwrap();
        assert_eq!(count.nodes, nodes);
    }
}

#[test]
fn the_picture_is_short() {
    assert_eq!(tree("(3 (5 6))").view(), View::text("(3 (5 6))"));
    let wide = tree(&format!("({})", "1 ".repeat(100_000)));
    assert_eq!(wide.view().captions[0].chars().count(), 2001);
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "[()=@:,.a-c0-3 é-]{0,60}|\\PC{0,60}") {
        match Tree::default().parse(&text) {
            Ok(tree) => prop_assert_eq!(tree.parse(&tree.to_string()), Ok(tree)),
            Err(error) => prop_assert!(!error.to_string().contains('\n')),
        }
        let _ = Tree::default().read(&text);
    }
}
