// @NOTES@
void joute_note(const char* kind, const double* numbers, const char* text, const char* color);
/// @log@
void joute_log(const char* format, ...) __attribute__((format(printf, 1, 2)));
/// @mark@
void joute_mark(const char* format, ...) __attribute__((format(printf, 1, 2)));
/// @time_ms@
int joute_time_ms(void);
/// @bank_ms@
int joute_bank_ms(void);
/// @draw.cell@
static inline void joute_draw_cell(double @1@, double @2@, const char* color) {
  double numbers[] = {@1@, @2@};
  joute_note("cell", numbers, "", color);
}
/// @draw.line@
static inline void joute_draw_line(double @1@1, double @2@1, double @1@2, double @2@2, const char* color) {
  double numbers[] = {@1@1, @2@1, @1@2, @2@2};
  joute_note("line", numbers, "", color);
}
/// @draw.circle@
static inline void joute_draw_circle(double @1@, double @2@, double radius, const char* color) {
  double numbers[] = {@1@, @2@, radius};
  joute_note("circle", numbers, "", color);
}
/// @draw.text@
static inline void joute_draw_text(double @1@, double @2@, const char* text, const char* color) {
  double numbers[] = {@1@, @2@};
  joute_note("text", numbers, text, color);
}
