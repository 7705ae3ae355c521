//! Kalah as text and as a picture.

use core::fmt;

use outplay::{InputError, Player, Style, View, quote};

use super::{Kalah, MAX_PITS};

pub(super) fn write(kalah: &Kalah, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (player, end) in [(Player::First, "/ "), (Player::Second, "")] {
        for seeds in kalah.side(player) {
            write!(f, "{seeds} ")?;
        }
        write!(f, "{} {end}", kalah.store(player))?;
    }
    write!(f, "{}", kalah.turn)
}

/// Reads a position with as many houses as `start`, and at most as many seeds: fewer make a study.
pub(super) fn parse(start: &Kalah, text: &str) -> Result<Kalah, InputError> {
    let mut words = Words { text, at: 0 };
    let mut kalah = Kalah { pits: [0; MAX_PITS], ..*start };
    let in_all = start.total();
    let mut room = in_all;
    for player in [Player::First, Player::Second] {
        for pit in 0..=start.houses() {
            let (seeds, place) = number(&mut words, start, player)?;
            room = room.checked_sub(seeds).ok_or_else(|| {
                words.wrong("there are too many seeds", place).hint(format!("at most {in_all}"))
            })?;
            // Fits, since no board has more than 216.
            kalah.pits[player.index() * (start.houses() + 1) + pit] = seeds as u8;
        }
        if player == Player::First {
            slash(&mut words, start)?;
        }
    }
    kalah.turn = side(&mut words, start)?;
    check_end(&kalah)?;
    Ok(kalah)
}

/// A number of seeds and its place.
fn number(
    words: &mut Words<'_>,
    start: &Kalah,
    player: Player,
) -> Result<(u32, usize), InputError> {
    let (word, place) = words.next();
    if !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit()) {
        // A number that does not fit is too many seeds, whatever it is.
        return Ok((word.parse().unwrap_or(u32::MAX), place));
    }
    let houses = start.houses();
    let what = if word == "/" || word.is_empty() || side_named(word).is_some() {
        format!("{player} has too few numbers")
    } else {
        format!("{} is not a number of seeds", quote(word))
    };
    let hint = format!("each side has {houses} houses and a store: {start}");
    Err(words.wrong(what, place).hint(hint))
}

fn slash(words: &mut Words<'_>, start: &Kalah) -> Result<(), InputError> {
    match words.next() {
        ("/", _) => Ok(()),
        (word, place) => {
            let what = format!("there is {} where / comes between the sides", quote(word));
            let hint = format!("each side has {} houses and a store: {start}", start.houses());
            Err(words.wrong(what, place).hint(hint))
        }
    }
}

fn side(words: &mut Words<'_>, start: &Kalah) -> Result<Player, InputError> {
    let (word, place) = words.next();
    let player = side_named(word).ok_or_else(|| {
        let what = match word {
            "" => "the side to move is missing".to_owned(),
            word => format!("{} is not a side to move", quote(word)),
        };
        words.wrong(what, place).hint(format!("write first or second at the end: {start}"))
    })?;
    match words.next() {
        ("", _) => Ok(player),
        (word, place) => Err(words
            .wrong(format!("{} follows the side to move", quote(word)), place)
            .hint("first or second comes last")),
    }
}

fn side_named(word: &str) -> Option<Player> {
    [Player::First, Player::Second].into_iter().find(|player| word == player.to_string())
}

/// Seeds on one side only can't be: they went to the store when the other side ran out.
fn check_end(kalah: &Kalah) -> Result<(), InputError> {
    for player in [Player::First, Player::Second] {
        if kalah.on_side(player) == 0 && kalah.on_side(!player) > 0 {
            return Err(InputError::new(format!(
                "{player} has no seeds in houses, so the game is over"
            ))
            .hint(format!("put the seeds in {}'s houses into its store", !player)));
        }
    }
    Ok(())
}

pub(super) fn read(kalah: &Kalah, text: &str) -> Result<u8, InputError> {
    let wrong = |hint: String| {
        Err(InputError::new(format!("{} is not a legal move", quote(text))).hint(hint))
    };
    let side = kalah.side(kalah.turn);
    let house = text.trim().parse().ok().and_then(|house: u8| house.checked_sub(1));
    match house.map(|house| (house, side.get(usize::from(house)))) {
        Some((house, Some(1..))) => Ok(house),
        Some((house, Some(0))) => wrong(format!("house {} is empty", house + 1)),
        _ => wrong(format!("houses are 1 to {}", side.len())),
    }
}

/// The words of a position: numbers, slashes, sides.
struct Words<'t> {
    text: &'t str,
    /// The byte where the next word is looked for.
    at: usize,
}

impl<'t> Words<'t> {
    /// The next word and its place in bytes; an empty one at the end.
    fn next(&mut self) -> (&'t str, usize) {
        let rest = &self.text[self.at..];
        let word = rest.trim_start();
        let start = self.text.len() - word.len();
        let end = match word.strip_prefix('/') {
            Some(_) => 1,
            None => word.find(|c: char| c.is_whitespace() || c == '/').unwrap_or(word.len()),
        };
        self.at = start + end;
        (&word[..end], start)
    }

    fn wrong(&self, what: impl Into<String>, byte: usize) -> InputError {
        InputError::new(what).at(self.text[..byte].chars().count())
    }
}

/// The board as the first player sees it: the second player's houses above, from right to left,
/// the stores at the ends.
pub(super) fn view(kalah: &Kalah) -> View {
    let houses = kalah.houses();
    let mut view = View::grid(Style::Holes, houses + 2, 2);
    view.column_labels = (0..houses + 2)
        .map(
            |column| {
                if (1..=houses).contains(&column) { column.to_string() } else { String::new() }
            },
        )
        .collect();
    view.row_labels = vec!["second".to_owned(), "first".to_owned()];
    for player in [Player::First, Player::Second] {
        for (house, seeds) in kalah.side(player).iter().enumerate() {
            view.put(cell(kalah, player, house), seeds.to_string(), Some(player));
        }
        let store = cell(kalah, player, houses);
        view.put(store, kalah.store(player).to_string(), Some(player));
    }
    // The corners without a store.
    view.cells[houses + 1].void = true;
    view.cells[houses + 2].void = true;
    let last = if houses == 1 { String::new() } else { format!("{houses} to ") };
    view.captions.push(format!("second's houses are {last}1 from the left"));
    view
}

/// The cell of a player's house, or of the store if it is one beyond.
pub(super) fn cell(kalah: &Kalah, player: Player, house: usize) -> usize {
    let columns = kalah.houses() + 2;
    match player {
        Player::First => columns + 1 + house,
        Player::Second => columns - 2 - house,
    }
}
