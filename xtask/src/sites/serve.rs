//! The sites in a folder.

use std::fs;
use std::path::{Path, PathBuf};

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

/// The sites that `sites.toml` in this folder lists. Without that file, each folder in it is a site with that host name.
pub(super) fn sites(folder: &Path) -> Result<Vec<SiteFolder>> {
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
            sites.push(SiteFolder { host, path, folder: folder.join(name) });
        }
    } else {
        for entry in fs::read_dir(folder).with_context(|| format!("no sites in {}", folder.display()))? {
            let entry = entry?;
            let host = entry.file_name().to_string_lossy().into_owned();
            if entry.path().is_dir() && !host.starts_with('.') {
                sites.push(SiteFolder { host, path: "/".to_owned(), folder: entry.path() });
            }
        }
        sites.sort_by(|a, b| a.host.cmp(&b.host));
    }
    for SiteFolder { host, folder, .. } in &sites {
        ensure!(folder.is_dir(), "the folder of {host} is missing: {}", folder.display());
    }
    Ok(sites)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(folder: &Path) -> Result<Vec<(String, String)>> {
        Ok(sites(folder)?.into_iter().map(|site| (site.home(), shown(folder, &site.folder))).collect())
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
}
