/** The reader of photos' codes reads those of phones, tells what it couldn't read in time, and goes on after the system started no process. */
import { toBuffer } from "bwip-js/node";
import sharp from "sharp";
import { afterEach, expect, test } from "vitest";
import { createCodeReader } from "../../../src/bot/staff/photo/code-reader.ts";

const { execPath } = process;
afterEach(() => {
  process.execPath = execPath;
});

const text = "PD3RE38NFV";
const photoOfCode = () =>
  toBuffer({ bcid: "qrcode", text, scale: 4, padding: 8, backgroundcolor: "FFFFFF" });

const code128 = () =>
  toBuffer({ bcid: "code128", text, scale: 4, padding: 8, backgroundcolor: "FFFFFF" });

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

test.each([
  ["12", 4032, 3024],
  ["50", 8192, 6144],
])(
  "a photo of a phone with %s megapixels is read",
  { timeout: 30_000 },
  async (_mp, width, height) => {
    const code = await code128();
    const large = await sharp(code)
      .resize({ width: width / 2 })
      .toBuffer();
    const photo = await sharp({ create: { width, height, channels: 3, background: "#FFFFFF" } })
      .composite([{ input: large }])
      .jpeg()
      .toBuffer();
    expect(await createCodeReader()(photo)).toEqual([text]);
  },
);

test("a code is read however the phone was held", async () => {
  const code = await code128();
  const readCodes = createCodeReader();
  for (const orientation of [2, 3, 6, 7]) {
    const photo = await sharp(code).jpeg().withMetadata({ orientation }).toBuffer();
    expect({ orientation, codes: await readCodes(photo) }).toEqual({ orientation, codes: [text] });
  }
});
