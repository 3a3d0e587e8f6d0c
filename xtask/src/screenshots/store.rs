//! The pictures for the stores: the whole window of a browser, in the size that both stores want.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use navibar_browser_tests::{Browser, Pixels, Pref, Server};

use super::states::State;
use super::{Theme, open, picture};

/// The size of a picture in pixels: Chrome's store takes this size or half of it, Mozilla's store recommends it.
pub(super) const SIZE: (u32, u32) = (1280, 800);

const PICTURES: [(State, Theme, &str); 4] = [
    (State::Loaded, Theme::Light, "1-tree"),
    (State::Filter, Theme::Light, "2-filter"),
    (State::Outline, Theme::Light, "3-on-this-page"),
    (State::Loaded, Theme::Dark, "4-dark"),
];

/// Removes the stripes of the address bar, which show that a driver controls Firefox.
const PLAIN: &str = "
    const window = Services.wm.getMostRecentWindow('navigator:browser');
    window.document.documentElement.removeAttribute('remotecontrol');";

/// Takes the pictures. Returns their size in bytes.
pub(super) async fn take_all(firefox: &Browser, server: &Server, folder: &Path) -> Result<u64> {
    let mut bytes = 0;
    for (state, theme, name) in PICTURES {
        open(firefox, server, state, "en").await?;
        theme.apply(firefox).await?;
        firefox.set_pref("security.insecure_connection_text.enabled", &Pref::Bool(false)).await?;
        firefox.chrome(PLAIN, &[]).await?;
        firefox.set_sidebar_width(340).await?;
        state.reach(firefox).await?;
        firefox.wait_in_sidebar("the icons", super::ICONS, &[]).await?;
        let path = folder.join(format!("{name}.png"));
        firefox.screenshot(&path).await?;
        let png = std::fs::read(&path)?;
        let Pixels { width, height, .. } = Pixels::read(&png)?;
        ensure!((width, height) == (SIZE.0 as usize, SIZE.1 as usize), "{name} has {width} x {height} pixels");
        let png = picture::compact(&png).with_context(|| name.to_owned())?;
        bytes += u64::try_from(png.len())?;
        std::fs::write(&path, png)?;
    }
    Ok(bytes)
}
