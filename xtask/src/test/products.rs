//! What several steps need. Each product is built once in a run, because a step may use it while another step asks for it.

use std::sync::OnceLock;

use anyhow::{Error, Result};

use super::consumers;
use crate::build::{self, npm};
use crate::site;

/// Something that is built at most once. Its error, if any, is that of every step that needs it.
pub(super) struct Product {
    build: fn() -> Result<()>,
    built: OnceLock<Result<(), String>>,
}

/// The engine.
pub(super) static ENGINE: Product = Product::new(build::engine);

/// The extensions and the embeddable package.
pub(super) static PACKAGES: Product = Product::new(|| {
    ENGINE.ensure()?;
    build::finish()
});

/// The npm package.
pub(super) static NPM: Product = Product::new(|| {
    ENGINE.ensure()?;
    npm::npm()
});

/// The pages that bundlers and frameworks build.
pub(super) static CONSUMERS: Product = Product::new(|| {
    NPM.ensure()?;
    consumers::build()
});

/// The site of the documentation.
pub(super) static SITE: Product = Product::new(|| {
    NPM.ensure()?;
    site::ensure(&site::homepage()?)
});

impl Product {
    const fn new(build: fn() -> Result<()>) -> Self {
        Self { build, built: OnceLock::new() }
    }

    /// Builds it, unless that was done before. Waits if another step builds it at the moment.
    pub(super) fn ensure(&self) -> Result<()> {
        let built = self.built.get_or_init(|| (self.build)().map_err(|error| format!("{error:#}")));
        built.clone().map_err(Error::msg)
    }
}
