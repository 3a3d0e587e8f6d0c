//! Sites from files, each with its own host name, for the server as a proxy.

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::{Component, Path, PathBuf};

use anyhow::{Context as _, Result};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use percent_encoding::percent_decode_str;

use super::reply::Reply;

const GZIP: &[u8] = &[0x1f, 0x8b];

/// A folder with the files of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteFolder {
    /// the site's host name
    pub host: String,
    /// the path where the site begins; it begins and ends with a slash
    pub path: String,
    /// the folder with its files
    pub folder: PathBuf,
}

impl SiteFolder {
    /// The address of the site's home page.
    pub fn home(&self) -> String {
        format!("http://{}{}", self.host, self.path)
    }

    /// The file that is served at a path. `None` if there is none. A folder is served as its `index.html`, and `x` as
    /// `x.html`. The path may be percent-encoded. It has no query.
    pub fn file(&self, path: &str) -> Option<PathBuf> {
        let below = format!("{path}/");
        let below = if path.ends_with('/') { path } else { &below }.strip_prefix(&self.path)?.trim_matches('/');
        let below = percent_decode_str(below).decode_utf8().ok()?;
        let below = Path::new(&*below);
        if !below.components().all(|part| matches!(part, Component::Normal(_))) {
            return None;
        }
        let file = self.folder.join(below);
        let file = match file.is_dir() {
            true => file.join("index.html"),
            false if path.ends_with('/') => return None,
            false if file.is_file() => file,
            false => {
                let mut name = file.into_os_string();
                name.push(".html");
                name.into()
            }
        };
        file.is_file().then_some(file)
    }

    /// The answer for a path of the site, which has no query. `None` if there is no such file.
    pub fn served(&self, path: &str) -> Option<Served> {
        served(self, path, std::slice::from_ref(self))
    }
}

/// What a usual web server answers for a path of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Served {
    /// A redirect to this address: a folder needs a slash at the end, because its links are relative to it.
    Moved(String),
    /// The bytes of this file. `https:` addresses of the site have become `http:`.
    File(PathBuf, Vec<u8>),
}

/// Sites with their own host names.
#[derive(Clone, Debug)]
pub(super) struct Mirror(Vec<SiteFolder>);

impl Mirror {
    /// The sites in a folder with a folder for each host.
    pub(super) fn of_hosts(folder: &Path) -> Result<Self> {
        let mut sites = Vec::new();
        for entry in fs::read_dir(folder).with_context(|| format!("no sites in {}", folder.display()))? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                let host = entry.file_name().to_string_lossy().into_owned();
                sites.push(SiteFolder { host, path: "/".to_owned(), folder: entry.path() });
            }
        }
        Ok(Self(sites))
    }

    pub(super) fn new(sites: &[SiteFolder]) -> Self {
        Self(sites.to_vec())
    }

    /// The answer with the file at this path of this host, without the query. `None` if there is no such file.
    pub(super) fn reply(&self, host: &str, path: &str) -> Option<Reply> {
        let served = self.0.iter().filter(|site| site.host == host).find_map(|site| served(site, path, &self.0))?;
        Some(match served {
            Served::Moved(to) => Reply::status(301).with_header("location", &to),
            Served::File(file, bytes) => Reply::new(200, media_type(&file), bytes),
        })
    }
}

fn served(site: &SiteFolder, path: &str, all: &[SiteFolder]) -> Option<Served> {
    let file = site.file(path)?;
    if file.ends_with("index.html") && !["/", "/index", "/index.html"].iter().any(|end| path.ends_with(end)) {
        return Some(Served::Moved(format!("http://{}{path}/", site.host)));
    }
    let bytes = fs::read(&file).ok()?;
    Some(Served::File(file, without_tls(bytes, all).unwrap_or_default()))
}

/// Replaces `https:` in the addresses of these sites, because there are no certificates for them.
fn without_tls(bytes: Vec<u8>, sites: &[SiteFolder]) -> Result<Vec<u8>> {
    if bytes.starts_with(GZIP) {
        let mut unpacked = Vec::new();
        GzDecoder::new(&*bytes).read_to_end(&mut unpacked)?;
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(&without_tls(unpacked, sites)?)?;
        return Ok(packed.finish()?);
    }
    Ok(match String::from_utf8(bytes) {
        Ok(text) => {
            let each = |text: String, SiteFolder { host, .. }: &SiteFolder| {
                // Some generators write a slash as a character reference.
                let text = text.replace(&format!("https:&#x2F;&#x2F;{host}"), &format!("http:&#x2F;&#x2F;{host}"));
                text.replace(&format!("https://{host}"), &format!("http://{host}"))
            };
            sites.iter().fold(text, each).into_bytes()
        }
        Err(other) => other.into_bytes(),
    })
}

fn media_type(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("xml" | "xbel") => "application/xml",
        Some("rdf") => "application/rdf+xml",
        Some("txt") => "text/plain",
        Some("gz") => "application/gzip",
        Some("css") => "text/css",
        Some("js" | "mjs") => "text/javascript",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}
