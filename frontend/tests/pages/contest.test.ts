import { record } from "joute/contest";
import { lang, whole } from "joute/speech";

test("who beat whom is told from both sides", () => {
  const duels = [
    { one: "ana", other: "ben", won: 3, drawn: 1, lost: 0 },
    { one: "ana", other: "cleo", won: 0, drawn: 0, lost: 2 },
  ];
  const found = record({ duels });
  expect(found.get("ana")).toEqual(new Map([["ben", "3 – 1 – 0"], ["cleo", "0 – 0 – 2"]]));
  expect(found.get("ben")).toEqual(new Map([["ana", "0 – 1 – 3"]]));
  expect(found.get("cleo")?.get("ben")).toBeUndefined();
});

test("ratings are rounded as reports round them", () => {
  for (const spoken of ["en", "fr"] as const) {
    lang.value = spoken;
    expect([2082.5, 2083.5, 1250.4].map(whole)).toEqual(["2082", "2084", "1250"]);
  }
});
