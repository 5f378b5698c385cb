import { expect, test } from "vitest";
import { parseAction, parseWords } from "../../src/cli/arguments.ts";
import { UsageError } from "../../src/cli/command.ts";

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
  expect(() => parseAction(args, forms, message)).toThrow(new UsageError(message));
});

test("a command without actions takes exactly its words", () => {
  expect(parseWords(["a.sqlite"], { words: 1 }, message).words).toEqual(["a.sqlite"]);
  for (const args of [[], ["a", "b"], ["-x"]]) {
    expect(() => parseWords(args, { words: 1 }, message)).toThrow(UsageError);
  }
});
