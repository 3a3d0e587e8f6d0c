//! The engine has a second module, which the platform loads when it is needed. It has the functions of
//! `xtask/src/build/split/gates.rs`, such as the readers of rare formats. Natively there is only one module.

use std::cell::Cell;

thread_local! {
    static IS_MISSING: Cell<bool> = const { Cell::new(false) };
}

/// Returns `true` if the second module is not there yet.
pub(crate) fn is_missing() -> bool {
    IS_MISSING.get()
}

/// Sets whether the second module is missing.
pub fn set_missing(is_missing: bool) {
    IS_MISSING.set(is_missing);
}
