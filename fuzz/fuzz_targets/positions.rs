//! Text as a position, and then as moves, of the game that the first byte chooses: refused, or
//! written so that it reads back the same.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((first, rest)) = bytes.split_first() else { return };
    let games = outplay_games::ALL;
    let game = games[usize::from(*first) % games.len()].info.id;
    let Ok(mut session) = outplay::open(games, game) else { return };
    let Ok(text) = core::str::from_utf8(rest) else { return };
    let (position, moves) = text.split_once('\n').unwrap_or((text, ""));
    if session.set(position).is_ok() {
        let (written, key) = (session.position(), session.key());
        assert!(session.set(&written).is_ok(), "{game}: {written:?} does not read back");
        assert_eq!((session.position(), session.key()), (written, key), "{game}");
    }
    for text in moves.split(' ') {
        if let Ok(written) = session.play(text) {
            session.undo();
            assert_eq!(session.play(&written).as_ref(), Ok(&written), "{game}: {text:?}");
        }
    }
});
