//! Decides whether a site's icon may be passed to the browser's decoder.
//!
//! A few bytes can describe gigabytes of pixels or hours of drawing. The first bytes of a bitmap give its format, and
//! its size is read from the header before anything decodes it. `svg` checks SVG. Animated pictures are refused,
//! because they distract from the tree and each frame costs as much as a picture. AVIF and JPEG XL are refused, because
//! their size is not at a fixed place.

mod svg;

use crate::limits::{MAX_ICO_PICTURES, MAX_PICTURE_PIXELS, MAX_PICTURE_SCANS};

/// Returns the media type of a picture that is safe to decode, or `None`.
pub fn media_type(bytes: &[u8]) -> Option<&'static str> {
    let (media_type, is_safe) = match bytes {
        [0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, ..] => ("image/png", png(bytes)),
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => ("image/gif", gif(bytes)),
        [0xff, 0xd8, 0xff, ..] => ("image/jpeg", jpeg(bytes)),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => ("image/webp", webp(bytes)),
        [0, 0, 1, 0, ..] => ("image/x-icon", ico(bytes)),
        [b'B', b'M', ..] => ("image/bmp", bytes.get(14..).and_then(|header| bitmap(header, 1))),
        _ => ("image/svg+xml", svg::is_safe(bytes).then_some(())),
    };
    is_safe.map(|()| media_type)
}

/// Returns `Some` if both sides are positive and the number of pixels is within the limit.
fn fits(width: u64, height: u64) -> Option<()> {
    (width > 0 && height > 0 && width.checked_mul(height)? <= MAX_PICTURE_PIXELS).then_some(())
}

fn big_u16(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u16::from_be_bytes(*bytes.get(at..)?.first_chunk()?).into())
}

fn big_u32(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u32::from_be_bytes(*bytes.get(at..)?.first_chunk()?).into())
}

fn little_u16(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?).into())
}

fn little_u24(bytes: &[u8], at: usize) -> Option<u64> {
    let [low, middle, high] = *bytes.get(at..)?.first_chunk()?;
    Some(u32::from_le_bytes([low, middle, high, 0]).into())
}

fn little_u32(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?).into())
}

/// PNG, third edition, section 5: the first chunk has the size. An animation has an `acTL` chunk before the pixels.
fn png(bytes: &[u8]) -> Option<()> {
    if big_u32(bytes, 8)? != 13 || bytes.get(12..16)? != b"IHDR" {
        return None;
    }
    fits(big_u32(bytes, 16)?, big_u32(bytes, 20)?)?;
    let mut at = 33;
    loop {
        match bytes.get(at + 4..at + 8)? {
            b"IDAT" => return Some(()),
            b"acTL" | b"IHDR" => return None,
            _ => at = at.checked_add(12)?.checked_add(big_u32(bytes, at)?.try_into().ok()?)?,
        }
    }
}

/// GIF89a, appendix B: one picture, which may be larger than the screen size in the header.
fn gif(bytes: &[u8]) -> Option<()> {
    let screen = (little_u16(bytes, 6)?, little_u16(bytes, 8)?);
    let table = |flags: u8| if flags & 0x80 == 0 { 0 } else { 3 << ((flags & 7) + 1) };
    let mut at = 13 + table(*bytes.get(10)?);
    let mut pictures = 0;
    while let Some(&block) = bytes.get(at) {
        match block {
            0x21 => at = after_sub_blocks(bytes, at + 2),
            0x2c => {
                pictures += 1;
                let (left, top) = (little_u16(bytes, at + 1)?, little_u16(bytes, at + 3)?);
                let (width, height) = (little_u16(bytes, at + 5)?, little_u16(bytes, at + 7)?);
                fits(width, height)?;
                fits(screen.0.max(left + width), screen.1.max(top + height))?;
                at = after_sub_blocks(bytes, at + 10 + table(*bytes.get(at + 9)?) + 1);
            }
            0x3b => break,
            _ => return None,
        }
    }
    (pictures == 1).then_some(())
}

/// Returns the end of a sequence of sub-blocks: after a block of length zero, or the end of the bytes.
fn after_sub_blocks(bytes: &[u8], mut at: usize) -> usize {
    loop {
        match bytes.get(at) {
            None => return bytes.len(),
            Some(0) => return at + 1,
            Some(&length) => at += 1 + usize::from(length),
        }
    }
}

/// ITU-T T.81, annex B: one frame header with the size, then scans.
fn jpeg(bytes: &[u8]) -> Option<()> {
    let mut at = 2;
    let mut frames = 0;
    let mut scans = 0;
    loop {
        // The bytes between segments are scan data, where 0xff is followed by 0 unless it begins a marker.
        at += memchr::memchr(0xff, bytes.get(at..)?).unwrap_or(bytes.len() - at);
        match bytes.get(at + 1) {
            None | Some(0xd9) => break,
            Some(0xff) => at += 1,
            Some(0x00 | 0x01 | 0xd0..=0xd8) => at += 2,
            Some(&marker) => {
                match marker {
                    0xc0..=0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf => {
                        frames += 1;
                        fits(big_u16(bytes, at + 7)?, big_u16(bytes, at + 5)?)?;
                    }
                    0xda if frames == 0 => return None,
                    0xda => scans += 1,
                    _ => {}
                }
                at += 2 + usize::try_from(big_u16(bytes, at + 2)?).ok()?;
            }
        }
        if at >= bytes.len() {
            break;
        }
    }
    (frames == 1 && (1..=MAX_PICTURE_SCANS).contains(&scans)).then_some(())
}

/// RFC 9649, section 2: chunks. An extended file has the size of the canvas first, and that of the picture later.
fn webp(bytes: &[u8]) -> Option<()> {
    let mut at = 12;
    loop {
        let data = bytes.get(at + 8..)?;
        match bytes.get(at..at + 4)? {
            b"VP8X" if data.first()? & 0x02 == 0 => fits(little_u24(data, 4)? + 1, little_u24(data, 7)? + 1)?,
            b"VP8 " if data.get(3..6)? == [0x9d, 0x01, 0x2a] => {
                return fits(little_u16(data, 6)? & 0x3fff, little_u16(data, 8)? & 0x3fff);
            }
            b"VP8L" if *data.first()? == 0x2f => {
                let size = little_u32(data, 1)?;
                return fits((size & 0x3fff) + 1, (size >> 14 & 0x3fff) + 1);
            }
            b"VP8X" | b"VP8 " | b"VP8L" | b"ANIM" | b"ANMF" => return None,
            _ => {}
        }
        let length = usize::try_from(little_u32(bytes, at + 4)?).ok()?;
        at = at.checked_add(8)?.checked_add(length)?.checked_add(length & 1)?;
    }
}

/// An icon file: several pictures, each a PNG or a bitmap with its own header.
fn ico(bytes: &[u8]) -> Option<()> {
    let count = usize::try_from(little_u16(bytes, 4)?).ok()?;
    if !(1..=MAX_ICO_PICTURES).contains(&count) {
        return None;
    }
    for entry in 0..count {
        let offset = usize::try_from(little_u32(bytes, 6 + 16 * entry + 12)?).ok()?;
        let picture = bytes.get(offset..)?;
        // The height includes the mask below the picture.
        if picture.starts_with(b"\x89PNG") { png(picture)? } else { bitmap(picture, 2)? }
    }
    Some(())
}

/// The header of a bitmap, without that of the file. Its height is `times` the height of the picture.
fn bitmap(header: &[u8], times: u64) -> Option<()> {
    let (width, height) = match little_u32(header, 0)? {
        12 => (little_u16(header, 4)?, little_u16(header, 6)?),
        16..=124 => {
            let side = |at| Some(i32::from_le_bytes(*header.get(at..)?.first_chunk()?));
            // A negative height means that the first row is at the top.
            (side(4)?.try_into().ok()?, side(8)?.unsigned_abs().into())
        }
        _ => return None,
    };
    fits(width, height.div_ceil(times))
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
