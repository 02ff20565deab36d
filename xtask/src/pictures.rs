//! `cargo xtask pictures`: the page of every study that comes with fiord, light and dark, in `docs/pictures/studies`.
//!
//! The studies run on the simulated device, so that they look alike wherever that is done.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, anyhow, bail};
use fiord_testbed::Chromium;

use crate::shell;

/// Where the pictures lie.
const PICTURES: &str = "docs/pictures/studies";
/// Pixels of a page, and of its picture.
const PAGE: (u32, u32) = (760, 1240);
const SCALE: &str = "0.5";
/// Bytes of all pictures together.
const MOST_BYTES: u64 = 1_150_000;
/// A disk that serves eight I/Os at once and slows down after 3 GiB of writes.
const DEVICE: &str = "ioengine = \"sim\"\nsim_write_ns = 30000\nsim_per_kib_ns = 2400\nsim_parallelism = 8\nsim_cliff_after = \"3g\"\nsim_cliff_factor = 3\n";

pub(crate) fn run(args: &[String]) -> Result<()> {
    let ours = shell::fiord(args)?;
    let pages = shell::target().join("pictures");
    fs::create_dir_all(&pages)?;
    fs::create_dir_all(PICTURES)?;
    let pages = pages.canonicalize()?;
    let chromium = fiord_testbed::chromium().map_err(|why| anyhow!("pictures: {why}"))?;
    let mut list = String::from(
        "# The pages of the studies that come with fiord\n\nEach is the top of `fiord report NAME --study --html FILE`, of a quick run on the simulated device: \
         they show what pages look like, not what disks do. `cargo xtask pictures` makes them anew.\n\n| study | light | dark |\n|---|---|---|\n",
    );
    for name in studies()? {
        if shell::value(args, "--only").is_none_or(|only| only == name) {
            let page = page(&ours, &name, &pages)?;
            draw(&chromium, &page, &name)?;
        }
        let _ = writeln!(
            list,
            "| `{name}` | ![{name}, light]({name}-light.png) | ![{name}, dark]({name}-dark.png) |"
        );
    }
    fs::write(Path::new(PICTURES).join("README.md"), list)?;
    let bytes = bytes()?;
    println!("{PICTURES}: {bytes} bytes");
    if bytes > MOST_BYTES {
        bail!("{PICTURES}: {bytes} bytes; {MOST_BYTES} are allowed");
    }
    Ok(())
}

/// The names of `studies/*.toml`, sorted.
fn studies() -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir("studies")? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "toml")
            && let Some(name) = path.file_stem().and_then(|name| name.to_str())
        {
            names.push(name.to_owned());
        }
    }
    names.sort();
    Ok(names)
}

/// The study on the simulated device. Files need no preparation there, and two engines are two ways in which service times vary.
fn simulated(study: &str) -> String {
    if study.contains("sim_model") {
        return study.to_owned();
    }
    let mut out = String::new();
    for line in study.lines() {
        if line.starts_with("between =") || line.starts_with("ioengine = \"") {
            continue;
        }
        let mut line = line.replace(
            "ioengine = [\"libaio\", \"io_uring\"]",
            "sim_service = [\"constant\", \"exponential\"]",
        );
        for engine in ["libaio", "psync", "io_uring"] {
            line = line.replace(&format!("ioengine = \"{engine}\""), "ioengine = \"sim\"");
        }
        out += &line;
        out.push('\n');
        if line == "[job]" {
            out += DEVICE;
            if !study.contains("[\"libaio\", \"io_uring\"]") {
                out += "sim_service = \"exponential\"\n";
            }
        }
    }
    out
}

/// The page of a study, measured just now.
fn page(ours: &Path, name: &str, pages: &Path) -> Result<PathBuf> {
    let (page, store, file) = (
        pages.join(format!("{name}.html")),
        pages.join(format!("{name}.sqlite")),
        pages.join(format!("{name}.toml")),
    );
    if store.is_file() {
        fs::remove_file(&store)?;
    }
    fs::write(
        &file,
        simulated(&fs::read_to_string(format!("studies/{name}.toml"))?),
    )?;
    let mut study = Command::new(ours);
    study.args(["study", "run", "--quick", "--seed=1"]).arg(&file);
    succeeds(study.arg("--store").arg(&store))?;
    let mut report = Command::new(ours);
    report.args(["report", name, "--study", "--html"]).arg(&page);
    succeeds(report.arg("--store").arg(&store))?;
    fs::remove_file(&store)?;
    Ok(page)
}

fn succeeds(command: &mut Command) -> Result<()> {
    command.stdin(Stdio::null()).stdout(Stdio::null());
    let output = command.output().with_context(|| format!("{command:?}"))?;
    if !output.status.success() {
        bail!(
            "{command:?}: {}",
            String::from_utf8_lossy(&output.stderr).trim_end()
        );
    }
    Ok(())
}

/// A frame is as narrow as it says; windows have a least width.
fn draw(chromium: &Chromium, page: &Path, name: &str) -> Result<()> {
    let (width, height) = PAGE;
    let framed = page.with_extension("frame.html");
    let file = page
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    fs::write(
        &framed,
        format!(
            "<!DOCTYPE html><body style=\"margin:0\"><iframe src=\"{file}\" style=\"width:{width}px;height:{height}px;border:0\"></iframe>"
        ),
    )?;
    for (theme, setting) in [
        ("light", "preferredColorScheme=1"),
        ("dark", "preferredColorScheme=0"),
    ] {
        let picture = page.with_extension(format!("{theme}.png"));
        let (setting, scale) = (
            format!("--blink-settings={setting}"),
            format!("--force-device-scale-factor={SCALE}"),
        );
        chromium.picture(
            &format!("file://{}", framed.display()),
            &picture,
            PAGE,
            &[&setting, &scale],
        );
        make_small(&picture, &Path::new(PICTURES).join(format!("{name}-{theme}.png")))?;
    }
    Ok(())
}

/// Writes a picture with a palette: the most frequent colours, each of the others as the nearest of them.
fn make_small(from: &Path, to: &Path) -> Result<()> {
    const COLOURS: usize = 160;
    let mut reader = png::Decoder::new(BufReader::new(File::open(from)?)).read_info()?;
    let mut pixels = vec![0; reader.output_buffer_size().context("size of the picture")?];
    let info = reader.next_frame(&mut pixels)?;
    let each = info.color_type.samples();
    if each < 3 || info.bit_depth != png::BitDepth::Eight {
        bail!("{}: expected eight bits of red, green and blue", from.display());
    }
    let colours: Vec<[u8; 3]> = pixels[..info.buffer_size()]
        .chunks_exact(each)
        .map(|pixel| [pixel[0], pixel[1], pixel[2]])
        .collect();
    let mut counts: HashMap<[u8; 3], u32> = HashMap::new();
    colours
        .iter()
        .for_each(|colour| *counts.entry(*colour).or_default() += 1);
    let mut palette: Vec<([u8; 3], u32)> = counts.iter().map(|(colour, count)| (*colour, *count)).collect();
    // Curves are thin and coloured, letters many and grey.
    let colourful = |colour: &[u8; 3]| {
        colour
            .iter()
            .max()
            .zip(colour.iter().min())
            .map_or(0, |(most, least)| most - least)
    };
    let weight = |colour: &[u8; 3], count: u32| count * (4 + u32::from(colourful(colour)));
    palette.sort_by_key(|(colour, count)| (Reverse(weight(colour, *count)), *colour));
    palette.truncate(COLOURS);
    let distance = |one: [u8; 3], other: [u8; 3]| -> u32 {
        let pairs = one.into_iter().zip(other);
        pairs
            .map(|(one, other)| u32::from(one.abs_diff(other)).pow(2))
            .sum()
    };
    let nearest: HashMap<[u8; 3], u8> = counts
        .keys()
        .map(|colour| {
            let places = palette.iter().enumerate();
            let place = places.min_by_key(|(_, (known, _))| distance(*colour, *known));
            (*colour, place.map_or(0, |(place, _)| place as u8))
        })
        .collect();
    let mut encoder = png::Encoder::new(File::create(to)?, info.width, info.height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(
        palette
            .iter()
            .flat_map(|(colour, _)| *colour)
            .collect::<Vec<u8>>(),
    );
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::NoFilter);
    let indexed: Vec<u8> = colours
        .iter()
        .filter_map(|colour| nearest.get(colour).copied())
        .collect();
    encoder.write_header()?.write_image_data(&indexed)?;
    Ok(())
}

fn bytes() -> Result<u64> {
    let mut sum = 0;
    for entry in fs::read_dir(PICTURES)? {
        sum += entry?.metadata()?.len();
    }
    Ok(sum)
}
