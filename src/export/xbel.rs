//! NEGS.

use crate::site::Site;
use std::fmt::{Result, Write};

pub(super) fn write(_: &Site, _: &mut dyn Write) -> Result {
    Ok(())
}
