/** Arguments of CLI commands are taken exactly: what is missing, unknown or too much is a usage error. */
import { expect, test } from "vitest";
import { parseAction, parseWords, UsageError } from "../../src/cli/command.ts";

const forms = { list: {}, show: { words: 1 }, forget: { words: 1, flags: ["yes"] } };
const message = "what?";

test.each([
  [["list"], { action: "list", words: [], flags: [] }],
  [["show", "7"], { action: "show", words: ["7"], flags: [] }],
  [["forget", "7"], { action: "forget", words: ["7"], flags: [] }],
  [["forget", "7", "--yes"], { action: "forget", words: ["7"], flags: ["yes"] }],
  [["forget", "--yes", "7"], { action: "forget", words: ["7"], flags: ["yes"] }],
])("%j is parsed", (args, expected) => {
  const { action, words, flags } = parseAction(args, forms, message);
  expect({ action, words, flags: [...flags] }).toEqual(expected);
});

test.each([
  [[]],
  [["toString"]],
  [["drop"]],
  [["list", "7"]],
  [["show"]],
  [["show", "7", "8"]],
  [["show", "7", "--yes"]],
  [["forget", "7", "--yes=no"]],
  [["forget", "7", "--no-yes"]],
  [["--yes", "forget", "7"]],
])("%j is a usage error", (args) => {
  expect(() => parseAction(args, forms, message)).toThrow(UsageError);
  expect(() => parseAction(args, forms, message)).toThrow(message);
});

test.each([
  [["shwo", "7"], "shwo: did you mean show?"],
  [["forget", "7", "--yess"], "--yess: did you mean --yes?"],
  [["forget", "7", "--force"], message],
  [["drop"], message],
])("%j is answered with the nearest right one", (args, complaint) => {
  const [first] = complaint.split("\n");
  expect(() => parseAction(args, forms, message)).toThrow(
    new UsageError(first === message ? message : `${complaint}\n${message}`),
  );
});

test("options have values, and some words may be left out", () => {
  const form = { optionalWords: 1, flags: ["yes"], options: ["out"] };
  const { words, flags, options } = parseWords(["remove", "--out", "here"], form, message);
  expect({ words, flags: [...flags], options: [...options] }).toEqual({
    words: ["remove"],
    flags: [],
    options: [["out", "here"]],
  });
  expect(parseWords([], form, message).words).toEqual([]);
  for (const args of [["--out"], ["a", "b"]]) {
    expect(() => parseWords(args, form, message)).toThrow(UsageError);
  }
});

test("a command without actions takes exactly its words", () => {
  expect(parseWords(["a.sqlite"], { words: 1 }, message).words).toEqual(["a.sqlite"]);
  for (const args of [[], ["a", "b"], ["-x"]]) {
    expect(() => parseWords(args, { words: 1 }, message)).toThrow(UsageError);
  }
});
