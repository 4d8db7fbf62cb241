extern "C" void joute_note(const char* kind, const double* numbers, const char* text, const char* color);
extern "C" int joute_time_ms();
extern "C" int joute_bank_ms();
// @NOTES@
namespace joute {
/// @log@
inline void log(const std::string& text) { joute_note("log", nullptr, text.c_str(), ""); }
/// @mark@
inline void mark(const std::string& text = "") { joute_note("mark", nullptr, text.c_str(), ""); }
/// @time_ms@
inline int time_ms() { return joute_time_ms(); }
/// @bank_ms@
inline int bank_ms() { return joute_bank_ms(); }
namespace draw {
/// @draw.cell@
inline void cell(double @1@, double @2@, const std::string& color = "red") {
  double numbers[] = {@1@, @2@};
  joute_note("cell", numbers, "", color.c_str());
}
/// @draw.line@
inline void line(double @1@1, double @2@1, double @1@2, double @2@2, const std::string& color = "red") {
  double numbers[] = {@1@1, @2@1, @1@2, @2@2};
  joute_note("line", numbers, "", color.c_str());
}
/// @draw.circle@
inline void circle(double @1@, double @2@, double radius = 0.5, const std::string& color = "red") {
  double numbers[] = {@1@, @2@, radius};
  joute_note("circle", numbers, "", color.c_str());
}
/// @draw.text@
inline void text(double @1@, double @2@, const std::string& text, const std::string& color = "red") {
  double numbers[] = {@1@, @2@};
  joute_note("text", numbers, text.c_str(), color.c_str());
}
}  // namespace draw
}  // namespace joute
