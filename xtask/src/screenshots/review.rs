//! Pictures for a review of the interface: every state at every width, in every theme and from right to left. They contain
//! the pixels of the compositor. Other methods paint the document again, which can hide defects.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use navibar_browser_tests::options::EXTENSION_UUID;
use navibar_browser_tests::window::Part;
use navibar_browser_tests::{Browser, Server};

use super::states::State;
use super::{ICONS, Theme, open};
use crate::step::say;

/// In CSS pixels.
const WIDTHS: [u32; 4] = [180, 240, 300, 480];

/// Widths of the options page in CSS pixels.
const PAGE_WIDTHS: [u32; 2] = [400, 760];

const HEIGHT: u32 = 800;

const LANGUAGES: [&str; 2] = ["en", "ar"];

/// Saves all pictures in this folder. Returns the number of bytes.
pub(super) async fn take_all(firefox: &Browser, server: &Server, folder: &Path) -> Result<u64> {
    for language in LANGUAGES {
        // The state `Answer` chooses an entry of a menu by its first letters, in English.
        let states = State::ALL.iter().filter(|(state, _)| language == "en" || *state != State::Answer);
        for &(state, name) in states {
            firefox.resize(1000, HEIGHT).await?;
            take(firefox, server, state, language, &folder.join(format!("{name}-{language}")))
                .await
                .with_context(|| format!("no pictures of {name} in {language}"))?;
            say(&format!("  ok {name} in {language}"));
        }
        take_options(firefox, server, language, folder).await?;
    }
    let sizes = fs::read_dir(folder)?.map(|file| Ok(file?.metadata()?.len()));
    sizes.sum()
}

/// Takes the pictures of a state in one language.
async fn take(firefox: &Browser, server: &Server, state: State, language: &str, path: &Path) -> Result<()> {
    let mut is_open = false;
    for width in WIDTHS {
        for theme in Theme::ALL {
            if !is_open || state.is_menu() {
                open(firefox, server, state, language).await?;
            }
            theme.apply(firefox).await?;
            firefox.set_sidebar_width(width).await?;
            if !is_open || state.is_menu() {
                state.reach(firefox).await?;
            }
            is_open = true;
            firefox.wait_in_sidebar("the icons", ICONS, &[]).await?;
            save(firefox, Part::Sidebar, path, width, theme).await?;
        }
    }
    Ok(())
}

/// Takes the pictures of the options page in one language.
async fn take_options(firefox: &Browser, server: &Server, language: &str, folder: &Path) -> Result<()> {
    open(firefox, server, State::NoSite, language).await?;
    firefox.set_sidebar_width(WIDTHS[1]).await?;
    firefox.goto(&format!("moz-extension://{EXTENSION_UUID}/options.html")).await?;
    firefox.wait_in_page("the settings", "return one('input[name=reveal]:checked').value", &[]).await?;
    for width in PAGE_WIDTHS {
        firefox.resize(width + WIDTHS[1], 2 * HEIGHT).await?;
        for theme in Theme::ALL {
            theme.apply(firefox).await?;
            save(firefox, Part::Page, &folder.join(format!("options-{language}")), width, theme).await?;
        }
    }
    Ok(())
}

async fn save(firefox: &Browser, part: Part, path: &Path, width: u32, theme: Theme) -> Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let path = path.with_file_name(format!("{name}-{width}-{}.png", theme.name()));
    firefox.on_screen(part).await?.save(&path)
}
