use core::time::Duration;

use proptest::prelude::*;

use super::*;

fn read(text: &str) -> EngineSpec {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn external(text: &str) -> ExternalSpec {
    match read(text).kind {
        EngineKind::External(external) => external,
        EngineKind::Own(profile) => panic!("{profile} is ours"),
    }
}

#[test]
fn our_engines_are_profiles() {
    let spec = read("pvs:depth=6,hash=4,name=deep,tc=1+0.01");
    assert_eq!(spec.name, "deep");
    assert_eq!(spec.limits.clock, Some("1+0.01".parse().unwrap()));
    assert_eq!(spec.to_string(), "pvs:depth=6,hash=4,tc=1+0.01,name=deep");
    assert_eq!(read("pvs").name, "pvs");
    assert_eq!(read("name=a,pvs:depth=6").to_string(), "pvs:depth=6,name=a");
    assert_eq!(read("pvs:name=a,depth=6").to_string(), "pvs:depth=6,name=a");
}

#[test]
fn programs_have_a_command_and_a_protocol() {
    let text = r#"cmd=/opt/my engines/fish,protocol=UCI,option.Hash=64,option.UCI_Variant=xiangqi,args=-a  -b,arg=c d,dir=/tmp,restart=off,depth=5,name="A, ""B""""#;
    let spec = read(text);
    assert_eq!(spec.name, "A, \"B\"");
    assert_eq!(spec.limits.depth, Some(5));
    let external = external(text);
    assert_eq!(external.cmd, "/opt/my engines/fish");
    assert_eq!(external.args, ["-a", "-b", "c d"]);
    assert_eq!(external.dir.as_deref(), Some("/tmp"));
    assert_eq!(external.protocol, Dialect::Uci);
    assert_eq!(external.options[1], ("UCI_Variant".to_owned(), "xiangqi".to_owned()));
    assert!(!external.restart);
    assert_eq!(read(r"protocol=gtp,cmd=C:\go\gnugo.exe,args=--mode gtp").name, "gnugo.exe");
}

#[test]
fn values_may_hold_anything() {
    let spec = external(r#"cmd="a,b",protocol=uci,option.P=" x=1,y:2 ",option.Q="#);
    assert_eq!(spec.cmd, "a,b");
    assert_eq!(spec.options[0].1, " x=1,y:2 ");
    assert_eq!(spec.options[1].1, "");
    // Around the whole field, as programs that write tables do it.
    let spec = external(r#""cmd=a,b","protocol=gtp","args=--mode gtp -l ""x,y""",arg=z"#);
    assert_eq!((&*spec.cmd, spec.protocol), ("a,b", Dialect::Gtp));
    assert_eq!(spec.args, ["--mode", "gtp", "-l", "\"x,y\"", "z"]);
    assert_eq!(read(r#"pvs:depth=6,"name=deep, ours""#).name, "deep, ours");
}

#[test]
fn what_is_wrong_is_said() {
    for (text, says) in [
        ("", "neither an algorithm nor a cmd="),
        ("depth=6", "neither an algorithm"),
        ("best:depth=6", "there is no algorithm"),
        ("cmd=x", "no protocol is given"),
        ("cmd=,protocol=uci", "no program"),
        ("cmd=x,protocol=usi", "there are uci, ucci"),
        ("cmd=x,protocol=uci,what=1", "there is no field 'what'"),
        ("cmd=x,protocol=uci,cmd=y", "'cmd' is given twice"),
        ("cmd=x,protocol=uci,option.A=1,option.A=2", "'option.A' is given twice"),
        ("cmd=x,protocol=uci,stray", "'stray' has no value"),
        ("cmd=x,protocol=uci,option.=1", "there is no field"),
        ("cmd=x,protocol=uci,restart=maybe", "neither on nor off"),
        ("cmd=x,protocol=uci,tc=fast", "tc: "),
        ("cmd=x,protocol=uci,name=", "name: "),
        ("cmd=\"x,protocol=uci", "open quotation mark"),
        ("pvs:deep=6", "there is no setting 'deep'"),
    ] {
        let error = text.parse::<EngineSpec>().unwrap_err().to_string();
        assert!(error.contains(says), "{text}: {error}");
    }
}

#[test]
fn engines_have_names_of_their_own() {
    let mut engines = ["pvs", "pvs", "pvs,name=pvs (2)", "pvs"].map(read);
    EngineSpec::tell_apart(&mut engines);
    assert_eq!(engines.map(|engine| engine.name), ["pvs", "pvs (2)", "pvs (2) (2)", "pvs (3)"]);
}

#[test]
fn own_limits_replace_those_of_the_match() {
    let whole = EngineLimits {
        clock: Some("10+0.1".parse().unwrap()),
        depth: Some(9),
        ..EngineLimits::default()
    };
    let own = EngineLimits { move_time: Some(Duration::from_secs(1)), ..EngineLimits::default() };
    let limits = own.or(whole);
    assert_eq!((limits.clock, limits.move_time, limits.depth), (None, own.move_time, Some(9)));
    assert_eq!(EngineLimits::default().or(whole), whole);
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "[a-z=,:\". ]{0,40}|.{0,40}") {
        let _ = text.parse::<EngineSpec>();
    }

    #[test]
    fn what_is_written_reads_back(
        cmd in "[^\u{0}-\u{1f}]{1,12}",
        arg in any::<String>(),
        option in "[^\u{0}-\u{1f}]{1,8}",
        value in any::<String>(),
        name in "[a-z\",=: ]{0,8}x",
        restart in any::<bool>(),
    ) {
        prop_assume!(!cmd.trim().is_empty() && option.trim() == option);
        let spec = EngineSpec {
            name: name.trim().to_owned(),
            kind: EngineKind::External(ExternalSpec {
                cmd, args: vec![arg], dir: None, protocol: Dialect::Gtp,
                options: vec![(option, value)], restart, log: None,
            }),
            limits: EngineLimits { nodes: Some(7), ..EngineLimits::default() },
        };
        let again = read(&spec.to_string());
        prop_assert_eq!(&again.name, &spec.name);
        prop_assert_eq!(again.to_string(), spec.to_string());
        let (EngineKind::External(one), EngineKind::External(other)) = (spec.kind, again.kind) else {
            panic!("it is a program");
        };
        prop_assert_eq!(one, other);
    }
}
