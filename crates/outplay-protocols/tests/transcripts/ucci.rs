//! UCCI: whole conversations, odd but legal input, and lines at random.

use crate::script::{converse, converse_in};
