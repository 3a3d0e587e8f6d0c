//! The sites in a folder, which may be packed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::UNIX_EPOCH;

use anyhow::{Context as _, Result, ensure};
use navibar_browser_tests::SiteFolder;
use serde::Deserialize;

/// The name of the file that lists the sites.
const LIST: &str = "sites.toml";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    site: Vec<Listed>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    host: String,
    /// relative to the file
    folder: PathBuf,
    /// where the site begins on its host
    #[serde(default)]
    path: String,
}

/// The ending of a packed site: a tar archive with one folder.
const PACKED: &str = ".tar.xz";

/// The sites that `sites.toml` in this folder lists. Without that file, each folder and each archive in it is a site with that
/// host name. Archives are unpacked below `unpacked`, once.
pub(crate) fn sites(folder: &Path, unpacked: &Path) -> Result<Vec<SiteFolder>> {
    let list = folder.join(LIST);
    let mut sites = Vec::new();
    if list.is_file() {
        let text = fs::read_to_string(&list)?;
        let listed: List = toml::from_str(&text).with_context(|| format!("cannot read {}", list.display()))?;
        for Listed { host, folder: name, path } in listed.site {
            let path = match path.trim_matches('/') {
                "" => "/".to_owned(),
                path => format!("/{path}/"),
            };
            sites.push(SiteFolder { host, path, folder: files(&folder.join(name), unpacked)? });
        }
    } else {
        for entry in fs::read_dir(folder).with_context(|| format!("no sites in {}", folder.display()))? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let host = name.strip_suffix(PACKED).unwrap_or(&name).to_owned();
            if (entry.path().is_dir() || host != name) && !host.starts_with('.') {
                let files = files(&folder.join(&host), unpacked)?;
                sites.push(SiteFolder { host, path: "/".to_owned(), folder: files });
            }
        }
        sites.sort_by(|a, b| a.host.cmp(&b.host));
    }
    for SiteFolder { host, folder, .. } in &sites {
        ensure!(folder.is_dir(), "the folder of {host} is missing: {}", folder.display());
    }
    Ok(sites)
}

/// The folder with the files of a site. If there is only its archive, it is unpacked below `unpacked`. The name of the result
/// has the size and the time of the archive, so that a new archive is unpacked again.
fn files(folder: &Path, unpacked: &Path) -> Result<PathBuf> {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let archive = folder.with_file_name(format!("{name}{PACKED}"));
    if folder.is_dir() || !archive.is_file() {
        return Ok(folder.to_owned());
    }
    let about = fs::metadata(&archive)?;
    let seconds = about.modified()?.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let place = unpacked.join(format!("{name}-{}-{seconds}", about.len()));
    if !place.is_dir() {
        let new = unpacked.join(format!("{name}-new-{}", std::process::id()));
        fs::create_dir_all(&new)?;
        let done =
            Command::new("tar").arg("-xJf").arg(&archive).arg("-C").arg(&new).status().context("cannot start tar")?;
        ensure!(done.success(), "tar cannot unpack {}; it needs the package xz-utils", archive.display());
        fs::rename(&new, &place)?;
    }
    Ok(place.join(&*name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(folder: &Path) -> Result<Vec<(String, String)>> {
        Ok(sites(folder, &folder.join(".unpacked"))?
            .into_iter()
            .map(|site| (site.home(), shown(folder, &site.folder)))
            .collect())
    }

    fn shown(folder: &Path, path: &Path) -> String {
        path.strip_prefix(folder).unwrap_or(path).display().to_string()
    }

    fn pair(home: &str, folder: &str) -> (String, String) {
        (home.to_owned(), folder.to_owned())
    }

    #[test]
    fn each_folder_is_a_site_with_its_host_name() -> Result<()> {
        let folder = tempfile::tempdir()?;
        for host in ["b.example", "a.example", ".git"] {
            fs::create_dir(folder.path().join(host))?;
        }
        fs::write(folder.path().join("notes.txt"), "")?;
        let expected = [pair("http://a.example/", "a.example"), pair("http://b.example/", "b.example")];
        assert_eq!(found(folder.path())?, expected);
        Ok(())
    }

    #[test]
    fn a_list_gives_hosts_folders_and_paths() -> Result<()> {
        let folder = tempfile::tempdir()?;
        fs::create_dir(folder.path().join("one"))?;
        let list = "[[site]]\nhost = \"a.example\"\nfolder = \"one\"\n\
                    [[site]]\nhost = \"b.example\"\nfolder = \"one\"\npath = \"/project\"\n";
        fs::write(folder.path().join(LIST), list)?;
        let expected = [pair("http://a.example/", "one"), pair("http://b.example/project/", "one")];
        assert_eq!(found(folder.path())?, expected);
        fs::write(folder.path().join(LIST), list.replace("one", "two"))?;
        assert!(found(folder.path()).is_err(), "a missing folder is an error");
        Ok(())
    }

    #[test]
    fn a_packed_site_is_unpacked_once_and_again_if_it_changes() -> Result<()> {
        let folder = tempfile::tempdir()?;
        let site = folder.path().join("a.example");
        let pack = |text: &str| -> Result<PathBuf> {
            fs::create_dir_all(&site)?;
            fs::write(site.join("index.html"), text)?;
            let archive = folder.path().join("a.example.tar.xz");
            let mut tar = Command::new("tar");
            tar.arg("-cJf").arg(&archive).arg("-C").arg(folder.path()).arg("a.example");
            ensure!(tar.status()?.success(), "no archive");
            fs::remove_dir_all(&site)?;
            let unpacked = folder.path().join(".unpacked");
            Ok(sites(folder.path(), &unpacked)?.remove(0).folder)
        };
        let first = pack("one")?;
        assert_eq!(fs::read_to_string(first.join("index.html"))?, "one");
        fs::write(first.join("mark"), "")?;
        let again = sites(folder.path(), &folder.path().join(".unpacked"))?.remove(0);
        assert!(again.folder == first && first.join("mark").exists(), "it was unpacked again");
        let second = pack(&"two".repeat(99_999))?;
        assert!(second != first && fs::read_to_string(second.join("index.html"))?.starts_with("two"));
        Ok(())
    }
}
