/// @NOTES@
pub mod debug {
    use std::ffi::CString;
    use std::fmt::Display;
    use std::os::raw::c_char;

    extern "C" {
        fn joute_note(kind: *const c_char, numbers: *const f64, text: *const c_char, color: *const c_char);
        fn joute_time_ms() -> i32;
        fn joute_bank_ms() -> i32;
    }

    fn c_text(text: impl Display) -> CString {
        CString::new(text.to_string().replace('\0', " ")).unwrap_or_default()
    }

    fn note(kind: &str, numbers: &[f64], text: impl Display, color: &str) {
        let (kind, text, color) = (c_text(kind), c_text(text), c_text(color));
        unsafe { joute_note(kind.as_ptr(), numbers.as_ptr(), text.as_ptr(), color.as_ptr()) }
    }

    /// @log@
    pub fn log(text: impl Display) {
        note("log", &[], text, "");
    }

    /// @mark@
    pub fn mark(text: impl Display) {
        note("mark", &[], text, "");
    }

    /// @time_ms@
    pub fn time_ms() -> i32 {
        unsafe { joute_time_ms() }
    }

    /// @bank_ms@
    pub fn bank_ms() -> i32 {
        unsafe { joute_bank_ms() }
    }

    pub mod draw {
        use super::note;

        /// @draw.cell@
        pub fn cell(@1@: impl Into<f64>, @2@: impl Into<f64>, color: &str) {
            note("cell", &[@1@.into(), @2@.into()], "", color);
        }

        /// @draw.line@
        pub fn line(
            @1@1: impl Into<f64>, @2@1: impl Into<f64>, @1@2: impl Into<f64>, @2@2: impl Into<f64>, color: &str,
        ) {
            note("line", &[@1@1.into(), @2@1.into(), @1@2.into(), @2@2.into()], "", color);
        }

        /// @draw.circle@
        pub fn circle(@1@: impl Into<f64>, @2@: impl Into<f64>, radius: f64, color: &str) {
            note("circle", &[@1@.into(), @2@.into(), radius], "", color);
        }

        /// @draw.text@
        pub fn text(@1@: impl Into<f64>, @2@: impl Into<f64>, text: impl std::fmt::Display, color: &str) {
            note("text", &[@1@.into(), @2@.into()], text, color);
        }
    }
}
