use super::media_type;
use crate::limits::{MAX_ICO_PICTURES, MAX_PICTURE_SCANS};
use proptest::prelude::*;

/// One more than the side of the largest accepted square.
const TOO_WIDE: u32 = 1025;

fn png(width: u32, height: u32, before_pixels: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut chunk = |name: &[u8], data: &[u8]| {
        bytes.extend((data.len() as u32).to_be_bytes());
        bytes.extend([name, data, &[0; 4]].concat());
    };
    chunk(b"IHDR", &[&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 6, 0, 0, 0]].concat());
    before_pixels.iter().for_each(|(name, data)| chunk(*name, data));
    chunk(b"IDAT", &[0; 9]);
    chunk(b"IEND", &[]);
    bytes
}

/// A GIF with pictures, each as left, top, width, height.
fn gif(screen: (u16, u16), pictures: &[[u16; 4]]) -> Vec<u8> {
    let mut bytes = b"GIF89a".to_vec();
    bytes.extend(screen.0.to_le_bytes());
    bytes.extend(screen.1.to_le_bytes());
    bytes.extend([0x80, 0, 0]);
    bytes.extend([0; 6]); // the colours
    for picture in pictures {
        bytes.extend([0x21, 0xf9, 4, 0, 0, 0, 0, 0, 0x2c]);
        bytes.extend(picture.iter().flat_map(|side| side.to_le_bytes()));
        bytes.extend([0, 2, 2, 0x4c, 0x01, 0]);
    }
    bytes.push(0x3b);
    bytes
}

fn jpeg(width: u16, height: u16, scans: usize) -> Vec<u8> {
    let mut bytes = vec![0xff, 0xd8, 0xff, 0xe0, 0, 4, 0xff, 0xc0]; // a marker inside a segment does not count
    bytes.extend([0xff, 0xc2, 0, 11, 8]);
    bytes.extend(height.to_be_bytes());
    bytes.extend(width.to_be_bytes());
    bytes.extend([1, 1, 0x11, 0]);
    for _ in 0..scans {
        bytes.extend([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x12, 0xff, 0, 0x34, 0xff, 0xd0, 0x56]);
    }
    bytes.extend([0xff, 0xd9]);
    bytes
}

fn webp(chunks: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
    let mut bytes = b"RIFF\0\0\0\0WEBP".to_vec();
    for (name, data) in chunks {
        bytes.extend(*name);
        bytes.extend((data.len() as u32).to_le_bytes());
        bytes.extend(*data);
        bytes.extend(vec![0; data.len() % 2]);
    }
    bytes
}

fn lossy(width: u16, height: u16) -> Vec<u8> {
    [&[0x10, 0, 0, 0x9d, 0x01, 0x2a][..], &width.to_le_bytes(), &height.to_le_bytes()].concat()
}

fn lossless(width: u32, height: u32) -> Vec<u8> {
    [&[0x2f][..], &((width - 1) | (height - 1) << 14).to_le_bytes()].concat()
}

fn canvas(flags: u8, width: u32, height: u32) -> Vec<u8> {
    let three = |side: u32| (side - 1).to_le_bytes()[..3].to_vec();
    [vec![flags, 0, 0, 0], three(width), three(height)].concat()
}

fn bitmap(width: i32, height: i32) -> Vec<u8> {
    let mut header = 40u32.to_le_bytes().to_vec();
    header.extend(width.to_le_bytes());
    header.extend(height.to_le_bytes());
    header.extend([0; 28]);
    header
}

fn bmp(header: &[u8]) -> Vec<u8> {
    [b"BM\0\0\0\0\0\0\0\0\0\0\0\0".as_slice(), header].concat()
}

fn ico(pictures: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = vec![0, 0, 1, 0];
    bytes.extend((pictures.len() as u16).to_le_bytes());
    let mut offset = 6 + 16 * pictures.len();
    for picture in pictures {
        bytes.extend([16, 16, 0, 0, 1, 0, 32, 0]); // ignored: the picture's own header counts
        bytes.extend((picture.len() as u32).to_le_bytes());
        bytes.extend((offset as u32).to_le_bytes());
        offset += picture.len();
    }
    bytes.extend(pictures.concat());
    bytes
}

/// Returns a picture of every accepted form, at the largest size.
fn accepted() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("image/png", png(1024, 1024, &[(b"tEXt", b"x\0y"), (b"iCCP", &[7; 300])])),
        ("image/png", png(1, 1 << 20, &[])),
        ("image/gif", gif((1024, 1024), &[[0, 0, 1024, 1024]])),
        ("image/gif", gif((0, 0), &[[0, 0, 16, 16]])),
        ("image/jpeg", jpeg(1024, 1024, 1)),
        ("image/jpeg", jpeg(16, 16, MAX_PICTURE_SCANS)),
        ("image/webp", webp(&[(b"VP8 ", &lossy(1024, 1024))])),
        ("image/webp", webp(&[(b"VP8L", &lossless(1024, 1024))])),
        ("image/webp", webp(&[(b"VP8X", &canvas(0, 1024, 1024)), (b"ICCP", &[1; 3]), (b"VP8 ", &lossy(1024, 1024))])),
        ("image/bmp", bmp(&bitmap(1024, 1024))),
        ("image/bmp", bmp(&bitmap(16, -16))),
        ("image/bmp", bmp(&[12, 0, 0, 0, 16, 0, 16, 0])),
        ("image/x-icon", ico(&[bitmap(16, 32), png(256, 256, &[]), bitmap(1024, 2048)])),
    ]
}

#[test]
fn the_type_follows_from_the_first_bytes() {
    for (expected, bytes) in accepted() {
        assert_eq!(media_type(&bytes), Some(expected), "{expected}");
    }
    assert_eq!(media_type(br#"<svg xmlns="http://www.w3.org/2000/svg"/>"#), Some("image/svg+xml"));
}

#[test]
fn pictures_of_many_pixels_are_refused() {
    let side = TOO_WIDE as u16;
    for (what, bytes) in [
        ("PNG", png(TOO_WIDE, 1024, &[])),
        ("PNG of all pixels there can be", png(u32::MAX, u32::MAX, &[])),
        ("GIF by its screen", gif((side, side), &[[0, 0, 1, 1]])),
        ("GIF by its picture", gif((1, 1), &[[0, 0, side, side]])),
        ("GIF by its picture's position", gif((1, 1), &[[65_535, 65_535, 1, 1]])),
        ("JPEG", jpeg(side, 1024, 1)),
        ("JPEG of all pixels there can be", jpeg(65_535, 65_535, 1)),
        ("WebP", webp(&[(b"VP8 ", &lossy(side, 1024))])),
        ("lossless WebP", webp(&[(b"VP8L", &lossless(TOO_WIDE, 1024))])),
        ("WebP by its canvas", webp(&[(b"VP8X", &canvas(0, TOO_WIDE, 1024)), (b"VP8 ", &lossy(1, 1))])),
        ("WebP by its picture", webp(&[(b"VP8X", &canvas(0, 1, 1)), (b"VP8 ", &lossy(side, 1024))])),
        ("BMP", bmp(&bitmap(1025, 1024))),
        ("BMP upside down", bmp(&bitmap(1025, -1024))),
        ("BMP of the lowest height", bmp(&bitmap(1, i32::MIN))),
        ("ICO with a large bitmap", ico(&[bitmap(16, 32), bitmap(1025, 2048)])),
        ("ICO with a large PNG", ico(&[png(16_000, 16_000, &[])])),
    ] {
        assert_eq!(media_type(&bytes), None, "{what}");
    }
}

#[test]
fn pictures_without_pixels_are_refused() {
    for (what, bytes) in [
        ("PNG", png(0, 16, &[])),
        ("GIF", gif((16, 16), &[[0, 0, 0, 16]])),
        ("GIF without a picture", gif((16, 16), &[])),
        ("JPEG that says its height later", jpeg(16, 0, 1)),
        ("JPEG without a scan", jpeg(16, 16, 0)),
        ("WebP", webp(&[(b"VP8 ", &lossy(0, 16))])),
        ("WebP without a picture", webp(&[(b"VP8X", &canvas(0, 16, 16))])),
        ("BMP", bmp(&bitmap(16, 0))),
        ("BMP of a negative width", bmp(&bitmap(-16, 16))),
        ("ICO", ico(&[])),
    ] {
        assert_eq!(media_type(&bytes), None, "{what}");
    }
}

#[test]
fn animated_pictures_are_refused() {
    let still = [0, 0, 16, 16];
    for (what, bytes) in [
        ("PNG", png(16, 16, &[(b"acTL", &[0, 0, 0, 2, 0, 0, 0, 0])])),
        ("GIF", gif((16, 16), &[still, still])),
        ("WebP by its flags", webp(&[(b"VP8X", &canvas(2, 16, 16)), (b"VP8 ", &lossy(16, 16))])),
        ("WebP by its frames", webp(&[(b"VP8X", &canvas(0, 16, 16)), (b"ANMF", &[0; 24])])),
        ("JPEG of many passes", jpeg(16, 16, MAX_PICTURE_SCANS + 1)),
        ("ICO of many pictures", ico(&vec![bitmap(16, 32); MAX_ICO_PICTURES + 1])),
    ] {
        assert_eq!(media_type(&bytes), None, "{what}");
    }
}

#[test]
fn headers_that_contradict_themselves_are_refused() {
    let two_frames = [&jpeg(16, 16, 1)[..21], &jpeg(16, 16, 1)[8..]].concat();
    let scan_first = [&[0xff, 0xd8][..], &[0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0], &jpeg(16, 16, 1)[2..]].concat();
    let mut outside = ico(&[bitmap(16, 32)]);
    outside[18..22].copy_from_slice(&u32::MAX.to_le_bytes());
    let mut long_chunk = png(16, 16, &[(b"tEXt", b"x")]);
    long_chunk[33..37].copy_from_slice(&u32::MAX.to_be_bytes());
    for (what, bytes) in [
        ("JPEG of two frames", two_frames),
        ("JPEG with a scan before its frame", scan_first),
        ("ICO that points outside", outside),
        ("PNG with a chunk longer than the file", long_chunk),
        ("PNG with a second header", png(16, 16, &[(b"IHDR", &[0; 13])])),
        ("WebP whose first chunk is unknown and too long", b"RIFF\0\0\0\0WEBPABCD\xff\xff\xff\xff".to_vec()),
        ("BMP of an unknown kind", bmp(&[200, 0, 0, 0, 16, 0, 0, 0, 16, 0, 0, 0])),
    ] {
        assert_eq!(media_type(&bytes), None, "{what}");
    }
}

#[test]
fn other_formats_are_refused() {
    for bytes in [
        &b"\0\0\0\x1cftypavif\0\0\0\0"[..],
        b"\xff\x0a\xff\xff",
        b"II*\0\x08\0\0\0",
        b"\0\0\x02\0\x01\0",
        b"%PDF-1.7",
        b"<html></html>",
        b"",
    ] {
        assert_eq!(media_type(bytes), None, "{bytes:?}");
    }
}

#[test]
fn a_file_that_ends_in_its_header_is_refused() {
    for (media_type_of_whole, bytes) in accepted() {
        let header = if media_type_of_whole == "image/x-icon" { bytes.len() - 40 } else { 24 };
        for cut in 0..header.min(bytes.len() - 1) {
            let cut = &bytes[..cut];
            // A shorter JPEG or GIF has no picture yet. The header of a bitmap may be complete.
            if media_type_of_whole != "image/bmp" {
                assert_eq!(media_type(cut), None, "{media_type_of_whole}: {cut:?}");
            }
        }
    }
}

proptest! {
    #[test]
    fn any_bytes_are_checked_without_a_panic(format in 0usize..13, changes in prop::collection::vec((0usize..400, any::<u8>()), 0..20)) {
        let (_, mut bytes) = accepted().swap_remove(format);
        for (at, byte) in changes {
            let at = at % bytes.len();
            bytes[at] = byte;
        }
        let _ = media_type(&bytes);
    }
}
