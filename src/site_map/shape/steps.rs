//! The bound of a pass over the tree.

/// The number of pages and lookups that may still be spent.
pub(super) struct Steps(pub(super) usize);

impl Steps {
    /// Spends `count` steps. Returns `false` if too few are left.
    pub(super) fn spend(&mut self, count: usize) -> bool {
        let is_enough = self.0 >= count;
        self.0 = self.0.saturating_sub(count);
        is_enough
    }
}
