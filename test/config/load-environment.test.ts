/** The process's variables stand above those of the .env file, which may be missing but not unreadable. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../src/config/config.ts";
import { ConfigError } from "../../src/errors.ts";
import { loadEnvironment, parseEnvFile } from "../../src/config/load-environment.ts";

const example = readFileSync(new URL("../../.env.example", import.meta.url), "utf8");

function folder(env?: string): string {
  const dir = mkdtempSync(join(tmpdir(), "env-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  if (env !== undefined) writeFileSync(join(dir, ".env"), env);
  return dir;
}

test("variables of the process stand above those of the file", () => {
  const dir = folder("PORT=1\nHOST=localhost\n");
  const variables = { PORT: "2", STUDIO: "" };
  expect(loadEnvironment(variables, dir)).toEqual({
    variables: { PORT: "2", STUDIO: "", HOST: "localhost" },
    file: join(dir, ".env"),
    fromFile: new Set(["HOST"]),
  });
  expect(variables).toHaveProperty("HOST");
});

test("an empty variable of the process counts as unset, as everywhere", () => {
  const { variables, fromFile } = loadEnvironment({ DATA_DIR: " " }, folder("DATA_DIR=/real\n"));
  expect(variables).toEqual({ DATA_DIR: "/real" });
  expect(fromFile).toEqual(new Set(["DATA_DIR"]));
});

test("there may be no file", () => {
  const dir = folder();
  expect(loadEnvironment({}, dir)).toEqual({
    variables: {},
    file: join(dir, ".env"),
    fromFile: null,
  });
});

test("a file that can't be read is a fault, with a remedy", () => {
  const dir = folder();
  mkdirSync(join(dir, ".env"));
  expect(() => loadEnvironment({}, dir)).toThrow(ConfigError);
  expect(() => loadEnvironment({}, dir)).toThrow(/\.env can't be read \(.*run as the bot's user/);
});

test("a byte order mark at the beginning belongs to no name", () => {
  const dir = folder("\uFEFFPORT=1\n");
  expect(loadEnvironment({}, dir).variables).toEqual({ PORT: "1" });
});

test("a file in another encoding is a fault, with a remedy", () => {
  const dir = folder();
  writeFileSync(join(dir, ".env"), Buffer.from("\uFEFFLINE_CHANNEL_SECRET=hush\n", "utf16le"));
  expect(() => loadEnvironment({}, dir)).toThrow(ConfigError);
  expect(() => loadEnvironment({}, dir)).toThrow(/\.env isn't text in UTF-8.*: save it as UTF-8$/m);
});

test("a file in an old encoding of its country is a fault that names the line", () => {
  const dir = folder();
  const thai = Buffer.from([0xca, 0xc7, 0xd1, 0xca, 0xb4, 0xd5]);
  writeFileSync(
    join(dir, ".env"),
    Buffer.concat([Buffer.from("PORT=1\nBUSINESS_NAME="), thai, Buffer.from("\n")]),
  );
  expect(() => loadEnvironment({}, dir)).toThrow(ConfigError);
  expect(() => loadEnvironment({}, dir)).toThrow(/\.env isn't text in UTF-8 \(line 2, byte 22\)/);
});

test(".env.example uncommented line by line is read as meant", () => {
  const lines = example.split("\n").filter((line) => /^#[A-Z_]+=/.test(line));
  expect(lines.length).toBeGreaterThan(45);
  for (const line of lines) {
    const [, name = "", value = ""] = /^#(\w+)="?(.*?)"?$/.exec(line) ?? [];
    expect(parseEnvFile(line.slice(1))).toEqual({ [name]: value });
    expect(parseEnv(line.slice(1)), "also by other loaders").toEqual({ [name]: value });
  }
  const uncommented = parseEnvFile(lines.map((line) => line.slice(1)).join("\n"));
  expect(uncommented["BUSINESS_COLOR"]).toBe("#B4475F");
  expect(readConfig({ BUSINESS_COLOR: uncommented["BUSINESS_COLOR"] }).config.business.color).toBe(
    "#B4475F",
  );
});

test.each([
  ["A=#b", "#b"],
  ["A=b#c", "b#c"],
  ["A=b c#d", "b c#d"],
  ["export A=b#c", "b#c"],
  ["A = b#c\r", "b#c"],
  ["A=it's#1", "it's#1"],
  [`A=say "it's`, `say "it's`],
  ["A=#b # c", "#b"],
  ["A=b # c#d", "b"],
  ["A= # c", ""],
  ['A="b#c" # d', "b#c"],
  ["A='b # c'", "b # c"],
])("%j", (line, value) => {
  expect(parseEnvFile(line)).toEqual({ A: value });
});
