/** The reader of photos' codes goes on after the system started no process for one of them. */
import { toBuffer } from "bwip-js/node";
import { afterEach, expect, test } from "vitest";
import { createCodeReader } from "../../../src/bot/staff/photo/read-codes.ts";

const { execPath } = process;
afterEach(() => {
  process.execPath = execPath;
});

test("a photo for which no process could be started doesn't keep the next one from being read", async () => {
  const readCodes = createCodeReader();
  const text = "PD3RE38NFV";
  const photo = await toBuffer({
    bcid: "qrcode",
    text,
    scale: 4,
    padding: 8,
    backgroundcolor: "FFFFFF",
  });
  // No program has such a name, so that starting it throws, as without memory.
  process.execPath = "\0";
  await expect(readCodes(photo)).rejects.toThrow("null bytes");
  process.execPath = execPath;
  expect(await readCodes(photo)).toEqual([text]);
});
