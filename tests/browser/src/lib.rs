//! Drives a real Firefox with the real extension.
