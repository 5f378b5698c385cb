/** The reader of photos' codes tells what it couldn't read in time, and goes on after the system started no process. */
import { toBuffer } from "bwip-js/node";
import { afterEach, expect, test } from "vitest";
import { createCodeReader } from "../../../src/bot/staff/photo/code-reader.ts";

const { execPath } = process;
afterEach(() => {
  process.execPath = execPath;
});

const text = "PD3RE38NFV";
const photoOfCode = () =>
  toBuffer({ bcid: "qrcode", text, scale: 4, padding: 8, backgroundcolor: "FFFFFF" });

test("a photo that isn't read in time isn't taken for one without a code", async () => {
  expect(await createCodeReader(1)(await photoOfCode())).toBe("slow");
});

test("bytes that no decoder takes have no code", async () => {
  expect(await createCodeReader()(Buffer.from("no picture"))).toEqual([]);
});

test("a photo for which no process could be started doesn't keep the next one from being read", async () => {
  const readCodes = createCodeReader();
  const photo = await photoOfCode();
  // No program has such a name, so that starting it throws, as without memory.
  process.execPath = "\0";
  await expect(readCodes(photo)).rejects.toThrow("null bytes");
  process.execPath = execPath;
  expect(await readCodes(photo)).toEqual([text]);
});
