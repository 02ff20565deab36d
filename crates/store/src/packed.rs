//! A record as it is stored: JSON, compressed. Most of a record is what its like have as well: names of fields, facts of the machine.

use std::io;

use fiord_record::run::RunRecord;
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use serde_json::Error;

pub(crate) fn pack(record: &RunRecord) -> Result<Vec<u8>, Error> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    serde_json::to_writer(&mut encoder, record)?;
    encoder.finish().map_err(Error::io)
}

pub(crate) fn unpack(bytes: &[u8]) -> Result<RunRecord, Error> {
    let text = io::read_to_string(ZlibDecoder::new(bytes)).map_err(Error::io)?;
    serde_json::from_str(&text)
}
