//! The bytes of responses that wait until they are read.

use crate::limits::MAX_READ_AHEAD_BYTES;
use std::cell::Cell;

/// The bytes that wait in memory, of all requests of one session together.
#[derive(Debug, Default)]
pub struct ReadAhead(Cell<u64>);

impl ReadAhead {
    /// Counts bytes that have arrived. Returns `false` without counting them if there is no room.
    pub fn takes(&self, bytes: u64) -> bool {
        let sum = self.0.get() + bytes;
        let has_room = sum <= u64::from(MAX_READ_AHEAD_BYTES);
        if has_room {
            self.0.set(sum);
        }
        has_room
    }

    /// Gives back bytes that were read or dropped.
    pub fn give_back(&self, bytes: u64) {
        self.0.set(self.0.get().saturating_sub(bytes));
    }
}

#[cfg(test)]
mod tests {
    use super::ReadAhead;

    #[test]
    fn at_most_64_mib_wait_together() {
        let ahead = ReadAhead::default();
        assert!(ahead.takes(67_108_863) && !ahead.takes(2) && ahead.takes(1) && !ahead.takes(1));
        ahead.give_back(5);
        assert!(!ahead.takes(6) && ahead.takes(5));
    }
}
