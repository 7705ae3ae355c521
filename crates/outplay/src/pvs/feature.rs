//! The parts of the search that can be switched on and off, by name.

use core::fmt;
use core::str::FromStr;

use crate::error::{InputError, quote};
use crate::evaluator::Evaluator;
use crate::position::Position;

/// Declares every feature once: its name, what it does, and whether it leaves the value at each
/// depth equal to minimax's.
macro_rules! features {
    ($($(#[$doc:meta])* $feature:ident $name:literal $exact:literal,)*) => {
        /// A part of [`pvs`](crate::pvs()). Each can be switched off to see what it does. Those
        /// after quiescence guess, and work only in [selective](crate::Evaluator::SELECTIVE) games;
        /// the exceptions are breadth, and probcut by forecasts.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Feature {
            $($(#[$doc])* $feature,)*
        }

        impl Feature {
            /// All of them.
            pub const ALL: &[Feature] = &[$(Feature::$feature,)*];

            /// The name in commands.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Feature::$feature => $name,)*
                }
            }

            /// Whether it leaves the value at every depth equal to minimax's.
            pub const fn is_exact(self) -> bool {
                match self {
                    $(Feature::$feature => $exact,)*
                }
            }
        }
    };
}

features! {
    /// Start each iteration with a narrow window around the value of the one before.
    Aspiration "aspiration" true,
    /// Ask of every move but the first only whether it is better.
    Scouts "scouts" true,
    /// Use the transposition table.
    Table "table" true,
    /// Try the moves first that refuted siblings (Slate and Atkin, "Chess 4.5", 1977).
    Killers "killers" true,
    /// Try the moves first that refuted the same move elsewhere (Uiterwijk, "The countermove
    /// heuristic", 1992).
    CounterMoves "counter-moves" true,
    /// Try the moves first that were good elsewhere in the tree (Schaeffer, "The history heuristic",
    /// 1983).
    History "history" true,
    /// The same by the two moves before
    /// (<https://www.chessprogramming.org/History_Heuristic#Continuation_History>).
    ContinuationHistory "continuation-history" true,
    /// Look no further for a win or loss than the shortest one found
    /// (<https://www.chessprogramming.org/Mate_Distance_Pruning>).
    DistancePruning "distance-pruning" true,
    /// At the horizon, look at noisy moves before evaluating.
    Quiescence "quiescence" false,
    /// There, leave out noisy moves that can't bring the value up to alpha.
    DeltaPruning "delta-pruning" false,
    /// Leave out no move that [threatens](crate::Evaluator::threatens) for coming late or for being
    /// hopeless; in exchanges it may lose twice as much as another quiet one.
    Threats "threats" false,
    /// Return the evaluation of a quiet position that is far above beta a few plies before the
    /// horizon (<https://www.chessprogramming.org/Reverse_Futility_Pruning>).
    ReverseFutility "reverse-futility" false,
    /// Let the opponent move twice: who is still above beta needs no move
    /// ([`pass`](crate::Evaluator::pass); Donninger, "Null move and deep search", 1993). Deep in the
    /// tree it is verified by a search without one.
    NullMove "null-move" false,
    /// Trust a shallow search of a noisy move that is far above beta (Buro, "ProbCut", 1995); where
    /// the game has [forecasts](crate::Evaluator::forecast), selective or not, a shallow search
    /// that is far beyond the window.
    ProbCut "probcut" false,
    /// Search less deeply where the table knows no move
    /// (<https://www.chessprogramming.org/Internal_Iterative_Reductions>).
    InternalReductions "internal-reductions" false,
    /// Search the table's move a ply deeper if all others fail below it (Anantharaman, Campbell and
    /// Hsu, "Singular extensions", 1988).
    SingularExtensions "singular-extensions" false,
    /// Search a ply deeper where the position is [urgent](crate::Evaluator::urgent): in check, say.
    UrgentExtensions "urgent-extensions" false,
    /// Search moves that come late in the order less deeply at first
    /// (<https://www.chessprogramming.org/Late_Move_Reductions>).
    LateMoveReductions "late-move-reductions" false,
    /// Skip late quiet moves near the horizon.
    LateMovePruning "late-move-pruning" false,
    /// Skip quiet moves near the horizon where the evaluation is far below alpha.
    Futility "futility" false,
    /// Skip moves near the horizon that lose too much in [exchanges](crate::Evaluator::pays).
    ExchangePruning "exchange-pruning" false,
    /// Correct evaluations by what searches of positions of the same
    /// [structure](crate::Evaluator::structure) found
    /// (<https://www.chessprogramming.org/Static_Evaluation_Correction_History>).
    Correction "correction" false,
    /// Let table entries of deeper searches answer, and keep values that lean on the path.
    LooseTable "loose-table" false,
    /// Look only at as many moves as the [evaluator](crate::Evaluator::breadth) wants, unless they
    /// lose.
    Breadth "breadth" false,
}

/// A set of [`Feature`]s.
///
/// As text: names joined by plus signs. `all`, `exact` and `none` stand for sets.
///
/// ```
/// use outplay::{Feature, Features};
/// let features: Features = "exact+quiescence".parse()?;
/// assert!(features.has(Feature::Table) && !features.has(Feature::NullMove));
/// assert_eq!(features.to_string(), "exact+quiescence");
/// # Ok::<(), outplay::InputError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Features(u32);

impl Features {
    /// Everything off: ordered alpha-beta with iterative deepening.
    pub const NONE: Features = Features(0);
    /// Everything on.
    pub const ALL: Features = Features::those(false);
    /// Everything on that leaves the value at every depth equal to minimax's.
    pub const EXACT: Features = Features::those(true);

    /// All features, or those that are exact.
    const fn those(exact: bool) -> Features {
        let (mut set, mut at) = (Features::NONE, 0);
        while at < Feature::ALL.len() {
            if !exact || Feature::ALL[at].is_exact() {
                set = set.with(Feature::ALL[at]);
            }
            at += 1;
        }
        set
    }

    /// These and this one.
    #[must_use]
    pub const fn with(self, feature: Feature) -> Features {
        Features(self.0 | 1 << feature as u32)
    }

    /// These but for this one.
    #[must_use]
    pub const fn without(self, feature: Feature) -> Features {
        Features(self.0 & !(1 << feature as u32))
    }

    /// These but for those.
    #[must_use]
    pub const fn less(self, those: Features) -> Features {
        Features(self.0 & !those.0)
    }

    /// Whether it is one of them.
    #[inline]
    pub const fn has(self, feature: Feature) -> bool {
        self.0 >> feature as u32 & 1 == 1
    }

    /// Whether some of them guess in [selective](crate::Evaluator::SELECTIVE) games.
    #[inline]
    pub(crate) const fn guess(self) -> bool {
        let plain = Features::EXACT.with(Feature::Quiescence).with(Feature::Breadth);
        self.less(plain).0 != 0
    }

    /// Whether a search with these guesses in games with such an evaluator.
    pub(crate) fn guess_by<P: Position, E: Evaluator<P>>(self, _: &E) -> bool {
        let selective = E::SELECTIVE && self.less(Features::EXACT) != Features::NONE;
        selective || E::FORECASTS && self.has(Feature::ProbCut)
    }

    /// The words that a text can be made of, between commas.
    pub fn names() -> String {
        let sets = [ALL, EXACT, NONE].into_iter();
        sets.chain(Feature::ALL.iter().map(|feature| feature.name())).collect::<Vec<_>>().join(", ")
    }

    /// The members, in order.
    pub fn iter(self) -> impl Iterator<Item = Feature> {
        Feature::ALL.iter().copied().filter(move |&feature| self.has(feature))
    }
}

impl Default for Features {
    fn default() -> Features {
        Features::ALL
    }
}

const ALL: &str = "all";
const EXACT: &str = "exact";
const NONE: &str = "none";

/// The shortest text that reads back as the same set.
impl fmt::Display for Features {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (base, rest) = match *self {
            Features::ALL => (Some(ALL), Features::NONE),
            Features::NONE => (Some(NONE), Features::NONE),
            set if Features::EXACT.less(set) == Features::NONE => {
                (Some(EXACT), set.less(Features::EXACT))
            }
            set => (None, set),
        };
        let names: Vec<_> = base.into_iter().chain(rest.iter().map(Feature::name)).collect();
        f.pad(&names.join("+"))
    }
}

impl FromStr for Features {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Features, InputError> {
        let mut set = Features::NONE;
        for word in text.split('+').map(str::trim) {
            let named = |feature: &&Feature| feature.name() == word;
            match (word, Feature::ALL.iter().find(named)) {
                (ALL, _) => set = Features::ALL,
                (EXACT, _) => set = Features(set.0 | Features::EXACT.0),
                (NONE, _) => {}
                (_, Some(&feature)) => set = set.with(feature),
                (_, None) => {
                    let hint = format!("{}, joined by +", Features::names());
                    return Err(
                        InputError::new(format!("there is no feature {}", quote(word))).hint(hint)
                    );
                }
            }
        }
        Ok(set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for &feature in Feature::ALL {
            let one = Features::NONE.with(feature);
            assert_eq!(feature.name().parse::<Features>().unwrap(), one);
            let all_but_one = Features::ALL.without(feature);
            assert!(!all_but_one.has(feature));
            assert_eq!(all_but_one.to_string().parse::<Features>().unwrap(), all_but_one);
        }
        assert_eq!("none".parse::<Features>().unwrap(), Features::NONE);
        assert_eq!(Features::ALL.to_string(), "all");
        let error = "table+magic".parse::<Features>().unwrap_err().to_string();
        assert!(
            error.contains("no feature 'magic'; all, exact, none, aspiration")
                && error.ends_with("breadth, joined by +"),
            "{error}"
        );
    }

    #[test]
    fn only_what_changes_no_value_is_exact() {
        assert!(Features::EXACT.has(Feature::Table) && Features::EXACT.has(Feature::History));
        assert!(!Features::EXACT.has(Feature::Quiescence) && !Features::EXACT.guess());
        assert!(Features::ALL.guess());
    }
}
