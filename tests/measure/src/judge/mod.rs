//! The judge: what a site itself calls its pages and where it places them, and how far a tree agrees.
//!
//! It shares no code with the engine, which it judges.

mod elements;
mod html;
mod keys;
mod main_menu;
mod menu;
mod noise;
mod places;
mod reference;
mod renamed;
mod rows;
mod score;
mod title;
mod top_level;

pub(crate) use reference::Reference;
pub(crate) use renamed::{InSight, renamed};
pub(crate) use score::{Score, is_placed, score};

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    #[test]
    fn the_judge_uses_nothing_of_the_engine() -> anyhow::Result<()> {
        let mut count = 0;
        for file in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/judge"))? {
            let path = file?.path();
            let text = fs::read_to_string(&path)?;
            let engine = concat!("navibar", "::");
            assert!(!text.contains(engine), "{}", path.display());
            count += 1;
        }
        assert!(count > 10, "the files are found");
        Ok(())
    }
}
