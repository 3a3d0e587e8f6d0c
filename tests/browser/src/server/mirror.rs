//! Sites from files, each with its own host name, for the server as a proxy.

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::{Component, Path, PathBuf};

use anyhow::{Context as _, Result};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

use super::Reply;

const GZIP: &[u8] = &[0x1f, 0x8b];

/// A folder with a folder for each host.
#[derive(Clone, Debug)]
pub(super) struct Mirror {
    folder: PathBuf,
    hosts: Vec<String>,
}

impl Mirror {
    pub(super) fn new(folder: &Path) -> Result<Self> {
        let mut hosts = Vec::new();
        for entry in fs::read_dir(folder).with_context(|| format!("no sites in {}", folder.display()))? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                hosts.push(entry.file_name().to_string_lossy().into_owned());
            }
        }
        Ok(Self { folder: folder.to_owned(), hosts })
    }

    /// The answer with the file at this path of this host, without the query. `None` if there is no such file.
    pub(super) fn reply(&self, host: &str, path: &str) -> Option<Reply> {
        let file = Path::new(host).join(path.trim_start_matches('/'));
        if !file.components().all(|part| matches!(part, Component::Normal(_))) {
            return None;
        }
        let file = self.folder.join(file);
        let file = if file.is_dir() { file.join("index.html") } else { file };
        let bytes = fs::read(&file).ok()?;
        let body = self.without_tls(bytes).unwrap_or_default();
        let media_type = match file.extension().and_then(|extension| extension.to_str()) {
            Some("html") => "text/html; charset=utf-8",
            Some("xml" | "xbel") => "application/xml",
            Some("rdf") => "application/rdf+xml",
            Some("txt") => "text/plain",
            Some("gz") => "application/gzip",
            Some("css") => "text/css",
            Some("svg") => "image/svg+xml",
            _ => "application/octet-stream",
        };
        Some(Reply::new(200, media_type, body))
    }

    /// Replaces `https:` in the addresses of these sites, because there are no certificates for them.
    fn without_tls(&self, bytes: Vec<u8>) -> Result<Vec<u8>> {
        if bytes.starts_with(GZIP) {
            let mut unpacked = Vec::new();
            GzDecoder::new(&*bytes).read_to_end(&mut unpacked)?;
            let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
            packed.write_all(&self.without_tls(unpacked)?)?;
            return Ok(packed.finish()?);
        }
        Ok(match String::from_utf8(bytes) {
            Ok(text) => {
                let each =
                    |text: String, host: &String| text.replace(&format!("https://{host}"), &format!("http://{host}"));
                self.hosts.iter().fold(text, each).into_bytes()
            }
            Err(other) => other.into_bytes(),
        })
    }
}
