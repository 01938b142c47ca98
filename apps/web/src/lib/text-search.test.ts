import { expect, it } from "vitest";
import { search } from "#lib/text-search.ts";

const items = [
  { name: "Biología", about: null },
  { name: "Inglés", about: "Verbos IRREGULARES" },
];
const found = (sought: string) => search(items, sought, ({ name, about }) => [name, about]).map(({ name }) => name);

it.each([
  ["biologia", ["Biología"]],
  ["INGLÉS", ["Inglés"]],
  [" irregulares ", ["Inglés"]],
  ["", ["Biología", "Inglés"]],
  ["   ", ["Biología", "Inglés"]],
  ["química", []],
  ["null", []],
])("%j finds %j", (sought, names) => {
  expect(found(sought)).toEqual(names);
});
