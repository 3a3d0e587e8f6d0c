//! Navibar.
