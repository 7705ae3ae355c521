//! Which instructions there are is found out when the program runs: with registers of four lanes and
//! instructions that count bits, the last plies take a third less time.

/// Something to compute, with all that it calls inlined.
pub(super) trait Task {
    /// Computes it.
    fn run(self) -> i32;
}

/// A set of instructions. It is handed on from task to task, so that it is asked for once.
pub(super) trait Width: Copy {
    /// Has a task run with these instructions, as a function of its own.
    fn run(self, task: impl Task) -> i32;
}

/// Those that the program was compiled for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Narrow;

impl Width for Narrow {
    #[inline(never)]
    fn run(self, task: impl Task) -> i32 {
        task.run()
    }
}

/// Those of most x86-64 processors since 2013: AVX2, BMI and POPCNT.
#[cfg(target_arch = "x86_64")]
pub(super) type Wide = pulp::x86::V3;

#[cfg(target_arch = "x86_64")]
impl Width for Wide {
    #[inline(always)]
    fn run(self, task: impl Task) -> i32 {
        struct Call<T>(T);
        impl<T: Task> pulp::NullaryFnOnce for Call<T> {
            type Output = i32;

            #[inline(always)]
            fn call(self) -> i32 {
                self.0.run()
            }
        }
        self.vectorize(Call(task))
    }
}

/// Whether this processor has them.
#[cfg(target_arch = "x86_64")]
pub(super) fn wide() -> Option<Wide> {
    Wide::try_new()
}

/// Elsewhere the compiler knows what there is.
#[cfg(not(target_arch = "x86_64"))]
pub(super) type Wide = Narrow;

/// Nothing wider is known of.
#[cfg(not(target_arch = "x86_64"))]
pub(super) fn wide() -> Option<Wide> {
    None
}
