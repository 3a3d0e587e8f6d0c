//! The reason why a command could not do its work.

/// A sentence for the user. The exit status is then 2.
pub(crate) type Failure = String;
