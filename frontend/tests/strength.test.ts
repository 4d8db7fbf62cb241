import { expect, test } from "vitest";
import { lang } from "../src/speech";
import { gentle, withStrength } from "../src/strength";

const champions = ["idle", "warden", "weaver", "weaver:level=easy", "weaver:level=medium", "mine"];
const strengths = {
  warden: { points: 2596, low: 2509, high: 2684 },
  idle: { points: 404, low: 316, high: 491 },
  weaver: { points: 1833, low: 1768, high: 1898 },
};

test("a champion says its place among those that were rated, and its rating", () => {
  lang.value = "en";
  expect(withStrength({ champions, strengths }, "weaver")).toBe("weaver, hard – strength 2 of 3 (1833)");
  lang.value = "fr";
  expect(withStrength({ champions, strengths }, "warden")).toBe("warden – force 3 sur 3 (2596)");
});

test("one that was not rated has its name alone", () => {
  expect(withStrength({ champions, strengths }, "mine")).toBe("mine");
});

test("levels are in words", () => {
  lang.value = "en";
  expect(withStrength({ champions, strengths }, "weaver:level=medium")).toBe("weaver, medium");
  lang.value = "fr";
  expect(withStrength({ champions, strengths }, "weaver:level=easy")).toBe("weaver, facile");
  expect(withStrength({ champions, strengths }, "weaver")).toBe("weaver, difficile – force 2 sur 3 (1833)");
});

test("the first opponents are those that were rated, the weakest first, without those that hardly play", () => {
  expect(gentle({ champions: ["warden", "weaver", "mine", "random", "idle"], strengths })).toEqual(["weaver", "warden"]);
  expect(gentle({ champions: ["mine", "idle"], strengths: {} })).toEqual(["mine", "idle"]);
});
