//! Bytes to a running engine: the first one chooses the protocol. It must neither panic nor hang.

#![no_main]

use libfuzzer_sys::fuzz_target;
use outplay::Profile;
use outplay_protocols::desk::Desk;
use outplay_protocols::{NAMES, Setup, protocol, usual_game};

fuzz_target!(|bytes: &[u8]| {
    let Some((first, lines)) = bytes.split_first() else { return };
    let name = NAMES[usize::from(*first) % NAMES.len()];
    let Ok(profile) = "pvs:nodes=100,hash=1".parse::<Profile>() else { return };
    let setup = Setup {
        games: outplay_games::ALL.to_vec(),
        game: usual_game(name).unwrap_or("tictactoe").to_owned(),
        profile,
        workers: 1,
        name: "Outplay 0".to_owned(),
        version: "0".to_owned(),
    };
    let Ok(mut protocol) = protocol(name, setup) else { return };
    let (desk, mut input) = Desk::new();
    std::thread::scope(|scope| {
        scope.spawn(move || input.feed(lines));
        desk.run(&mut *protocol, outplay_games::ALL, 1, &mut |line| {
            assert!(!line.contains(['\n', '\r']), "several lines in one: {line:?}");
            true
        });
    });
});
