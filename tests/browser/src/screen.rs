//! The pixels on the screen. The compositor has them, and they can differ from the document.

use std::collections::HashMap;
use std::fs;
use std::io::Cursor;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde::Deserialize;
use serde_json::json;

use crate::browser::Browser;
use crate::window::Part;

/// A rectangle in CSS pixels, from the top left corner of its document's view.
#[derive(Clone, Debug, Deserialize)]
pub struct Area {
    /// what the rectangle holds, for messages
    pub name: String,
    /// distance from the left
    pub x: f64,
    /// distance from the top
    pub y: f64,
    /// width
    pub width: f64,
    /// height
    pub height: f64,
}

/// The pixels of a PNG file.
#[derive(Debug)]
pub struct Pixels {
    /// width in pixels
    pub width: usize,
    /// height in pixels
    pub height: usize,
    /// four bytes for each pixel, row by row
    pub rgba: Vec<u8>,
}

impl Pixels {
    /// Reads a PNG file in colour.
    ///
    /// # Errors
    /// If it is not a PNG file in colour.
    pub fn read(png: &[u8]) -> Result<Self> {
        let mut decoder = png::Decoder::new(Cursor::new(png));
        decoder.set_transformations(png::Transformations::ALPHA | png::Transformations::STRIP_16);
        let mut reader = decoder.read_info()?;
        let mut rgba = vec![0; reader.output_buffer_size().context("the picture is too large")?];
        let info = reader.next_frame(&mut rgba)?;
        ensure!(info.color_type == png::ColorType::Rgba, "the picture has no colours");
        rgba.truncate(info.buffer_size());
        Ok(Self { width: info.width as usize, height: info.height as usize, rgba })
    }
}

/// A picture of a part of the screen.
#[derive(Debug)]
pub struct Picture {
    pixels: Pixels,
    /// pixels for each CSS pixel
    scale: f64,
    png: Vec<u8>,
}

/// The difference of a colour channel (0 to 255) from the background that a person can see.
const VISIBLE: u8 = 60;

impl Picture {
    fn decode(png: Vec<u8>, scale: f64) -> Result<Self> {
        Ok(Self { pixels: Pixels::read(&png)?, scale, png })
    }

    /// Saves the picture as PNG.
    pub fn save(&self, path: &Path) -> Result<()> {
        fs::create_dir_all(path.parent().unwrap_or(path))?;
        fs::write(path, &self.png).with_context(|| format!("cannot write {}", path.display()))
    }

    fn pixel(&self, x: usize, y: usize) -> [u8; 3] {
        let Pixels { width, rgba, .. } = &self.pixels;
        let at = (y * width + x) * 4;
        [rgba[at], rgba[at + 1], rgba[at + 2]]
    }

    /// The number of pixels in `area` that differ visibly from the background. The background is the most frequent colour.
    pub fn ink(&self, area: &Area) -> usize {
        let clamp = |value: f64, max: usize| (value * self.scale).round().clamp(0.0, max as f64) as usize;
        let (left, right) = (clamp(area.x, self.pixels.width), clamp(area.x + area.width, self.pixels.width));
        let (top, bottom) = (clamp(area.y, self.pixels.height), clamp(area.y + area.height, self.pixels.height));
        let pixels: Vec<[u8; 3]> =
            (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y))).map(|(x, y)| self.pixel(x, y)).collect();
        let mut counts = HashMap::new();
        for pixel in &pixels {
            *counts.entry(pixel).or_insert(0_usize) += 1;
        }
        let Some((background, _)) = counts.into_iter().max_by_key(|&(_, count)| count) else { return 0 };
        pixels.iter().filter(|pixel| pixel.iter().zip(background).any(|(&a, &b)| a.abs_diff(b) >= VISIBLE)).count()
    }
}

impl Browser {
    /// Reads the compositor's pixels of a document after they have stopped changing. `sidebar_picture` and WebDriver's
    /// screenshots paint the document again, so they can show rows that are missing on the screen. Questions to the document
    /// about its layout can also cause painting, so this function asks none.
    pub async fn on_screen(&self, part: Part) -> Result<Picture> {
        let (png, scale): (String, f64) = match self {
            Self::Firefox(firefox) => firefox.chrome_as(SCREEN, &[json!(part.name()), json!(REST)]).await?,
            Self::Chromium(chromium) => {
                let target = chromium.target(part).await?;
                let take = async || {
                    let taken = chromium.devtools.command(Some(&target), "Page.captureScreenshot", json!({})).await?;
                    anyhow::Ok(taken["data"].as_str().unwrap_or_default().to_owned())
                };
                let rest = format!("(async (frames) => {{ {FRAMES} }})({REST})");
                let mut last = take().await?;
                loop {
                    chromium.devtools.evaluate(&target, &rest, false).await?;
                    let next = take().await?;
                    if next == last {
                        break (next, 1.0);
                    }
                    last = next;
                }
            }
        };
        Picture::decode(BASE64_STANDARD.decode(png)?, scale)
    }
}

/// Number of frames without a change after which the screen counts as stable.
const REST: u32 = 3;

/// Waits for `frames` frames of the window.
const FRAMES: &str = "for (let n = 0; n < frames; n++) await new Promise((next) => requestAnimationFrame(next));";

/// Reads Firefox's screen: the part that shows a document as PNG in base64, and the pixels for each CSS pixel.
const SCREEN: &str = "
    const { x, y, width, height } = viewOf(A[0]);
    const canvas = front().document.createElementNS('http://www.w3.org/1999/xhtml', 'canvas');
    const scale = front().devicePixelRatio;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context.scale(scale, scale);
    // Firefox reads the compositor only with the flag that draws the caret.
    const flags = context.DRAWWINDOW_USE_WIDGET_LAYERS | context.DRAWWINDOW_DRAW_VIEW | context.DRAWWINDOW_DRAW_CARET;
    const draw = () => {
      context.drawWindow(front(), x, y, width, height, 'rgb(255, 0, 255)', flags);
      return new Uint32Array(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
    };
    let last = draw();
    for (;;) {
      for (let n = 0; n < A[1]; n++) await new Promise((next) => front().requestAnimationFrame(next));
      const now = draw();
      if (now.every((pixel, at) => pixel == last[at])) break;
      last = now;
    }
    return [canvas.toDataURL().split(',')[1], scale];";
