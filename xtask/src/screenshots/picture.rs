//! Makes the files of pictures small.

use anyhow::Result;
use navibar_browser_tests::Pixels;
use png::{BitDepth, ColorType, Compression, Encoder};

/// Colours of the palette. A sidebar needs no more: it has letters with soft edges, and small icons.
const COLOURS: i32 = 48;

/// Returns the same picture with a palette, in about a quarter of the bytes.
pub(crate) fn compact(png: &[u8]) -> Result<Vec<u8>> {
    let Pixels { width, height, rgba } = Pixels::read(png)?;
    let image = quantizr::Image::new(&rgba, width, height)?;
    let mut options = quantizr::Options::default();
    options.set_max_colors(COLOURS)?;
    let mut result = quantizr::QuantizeResult::quantize(&image, &options);
    // Dithering puts noise into flat areas, which compress worse then.
    result.set_dithering_level(0.0)?;
    let mut places = vec![0; rgba.len() / 4];
    result.remap_image(&image, &mut places)?;

    let palette = result.get_palette();
    let colours = palette.entries.iter().take(palette.count as usize);
    let mut compact = Vec::new();
    let mut encoder = Encoder::new(&mut compact, u32::try_from(width)?, u32::try_from(height)?);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::High);
    encoder.set_palette(colours.flat_map(|colour| [colour.r, colour.g, colour.b]).collect::<Vec<u8>>());
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&places)?;
    writer.finish()?;
    Ok(compact)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_compact_picture_has_the_same_pixels() -> Result<()> {
        let mut png = Vec::new();
        let mut encoder = Encoder::new(&mut png, 2, 2);
        encoder.set_color(ColorType::Rgba);
        encoder.set_depth(BitDepth::Eight);
        let pixels = [255, 255, 255, 255, 28, 27, 34, 255, 0, 97, 224, 255, 255, 255, 255, 255];
        encoder.write_header()?.write_image_data(&pixels)?;

        let read = Pixels::read(&compact(&png)?)?;
        assert_eq!((read.width, read.height), (2, 2));
        assert_eq!(read.rgba, pixels);
        Ok(())
    }
}
