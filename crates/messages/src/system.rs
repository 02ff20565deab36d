//! What Linux says about errors. The library has it in English.

use crate::{Fixed, Lang, system_errors as messages};

const ALL: [Fixed; 31] = [
    messages::permission,
    messages::no_such_file,
    messages::no_such_process,
    messages::input_output,
    messages::no_such_device_or_address,
    messages::bad_file_descriptor,
    messages::try_again,
    messages::no_memory,
    messages::denied,
    messages::busy,
    messages::exists,
    messages::no_such_device,
    messages::not_a_directory,
    messages::is_a_directory,
    messages::invalid_argument,
    messages::too_many_files,
    messages::not_for_device,
    messages::text_busy,
    messages::too_large,
    messages::no_space,
    messages::read_only,
    messages::broken_pipe,
    messages::name_too_long,
    messages::not_implemented,
    messages::too_many_links,
    messages::no_data,
    messages::not_supported,
    messages::address_in_use,
    messages::timed_out,
    messages::refused,
    messages::quota,
];

/// An error of the system, given in English, in this language. A text that is not known stays as it is; a known one is without its
/// number, `(os error 13)`.
pub fn system_error(english: &str, lang: Lang) -> &str {
    let plain = english.split(" (os error").next().unwrap_or_default();
    let known = ALL.iter().find(|message| message(Lang::En) == plain);
    known.map_or(english, |message| message(lang))
}
