//! Pictures as small files.

use std::io::Cursor;

use anyhow::{Context as _, Result};
use png::{BitDepth, ColorType, Compression, Decoder, Encoder, Transformations};

/// How many colours are enough for what a sidebar shows: letters with soft edges, and small icons.
const COLOURS: i32 = 128;

/// The same picture, with a palette: about a quarter of the bytes.
pub(crate) fn compact(png: &[u8]) -> Result<Vec<u8>> {
    let mut decoder = Decoder::new(Cursor::new(png));
    decoder.set_transformations(Transformations::ALPHA | Transformations::STRIP_16);
    let mut reader = decoder.read_info()?;
    let mut pixels = vec![0; reader.output_buffer_size().context("the picture is too large")?];
    let info = reader.next_frame(&mut pixels)?;
    pixels.truncate(info.buffer_size());

    let image = quantizr::Image::new(&pixels, info.width as usize, info.height as usize)?;
    let mut options = quantizr::Options::default();
    options.set_max_colors(COLOURS)?;
    let mut result = quantizr::QuantizeResult::quantize(&image, &options);
    // Noise in flat areas would cost more than it brings.
    result.set_dithering_level(0.0)?;
    let mut places = vec![0; pixels.len() / 4];
    result.remap_image(&image, &mut places)?;

    let palette = result.get_palette();
    let colours = palette.entries.iter().take(palette.count as usize);
    let mut compact = Vec::new();
    let mut encoder = Encoder::new(&mut compact, info.width, info.height);
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
    fn a_picture_stays_what_it_is() -> Result<()> {
        let mut png = Vec::new();
        let mut encoder = Encoder::new(&mut png, 2, 2);
        encoder.set_color(ColorType::Rgba);
        encoder.set_depth(BitDepth::Eight);
        let pixels = [255, 255, 255, 255, 28, 27, 34, 255, 0, 97, 224, 255, 255, 255, 255, 255];
        encoder.write_header()?.write_image_data(&pixels)?;

        let mut decoder = Decoder::new(Cursor::new(compact(&png)?));
        decoder.set_transformations(Transformations::EXPAND);
        let mut reader = decoder.read_info()?;
        let mut read = vec![0; reader.output_buffer_size().context("too large")?];
        let info = reader.next_frame(&mut read)?;
        assert_eq!((info.width, info.height), (2, 2));
        assert_eq!(read, [255, 255, 255, 28, 27, 34, 0, 97, 224, 255, 255, 255]);
        Ok(())
    }
}
