import { cell } from "joute/columns";
import type { Column, Show } from "joute/contest";
import { lang } from "joute/speech";

const column = (show: Show, ...fields: string[]): Column => ({ key: "x", heading: { en: "X", fr: "X" }, show, fields, terminal: "", media: ["page"] });
const line = {
  rating: 1612.5,
  low: 1500.4,
  high: 1700.2,
  best: 2,
  worst: 2,
  points: 1.5,
  wins: 3,
  draws: 1,
  losses: 0,
  verdicts: { OK: 3, CRASHED: 1 },
};

test("a column shows the fields of a line that the server names, in the language of the page", () => {
  const cells = () => [
    cell(column("whole", "rating"), line),
    cell(column("whole_range", "low", "high"), line),
    cell(column("range", "best", "worst"), line),
    cell(column("number", "points"), line),
    cell(column("record", "wins", "draws", "losses"), line),
    cell(column("faults", "verdicts"), line),
  ];
  lang.value = "en";
  expect(cells()).toEqual(["1612", "1500 to 1700", "2", "1.5", "3 – 1 – 0", "1 × crashed"]);
  lang.value = "fr";
  expect(cells()).toEqual(["1612", "1500 à 1700", "2", "1,5", "3 – 1 – 0", "1 × a planté"]);
});
