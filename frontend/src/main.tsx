// The pages of the arena: the address says which.

import { render } from "preact";
import { App } from "./pages/App";
import { startTheme } from "./theme";
import { startLang } from "./speech";
import "./style/base.css";
import "./style/viewer.css";
import "./style/pages.css";
import "./style/contest.css";

startTheme();
startLang();
render(<App />, document.getElementById("app") as HTMLElement);
