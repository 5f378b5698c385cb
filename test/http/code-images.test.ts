/** Images of codes are scannable, and their addresses are signed, hide their text and expire. */
import { describe, expect, test } from "vitest";
import { createCodeImages } from "../../src/http/code-images.ts";
import { manualClock } from "../support/clock.ts";
import { scan } from "../support/scanner.ts";

const day = 86_400_000;

async function imagesOn(
  origin: string | null = "https://bot.example",
  kept = new Map<string, string>(),
  cache: { size?: number } = {},
) {
  const clock = manualClock();
  const settings = {
    get: (name: string) => Promise.resolve(kept.get(name) ?? null),
    set: (name: string, value: string) => Promise.resolve(void kept.set(name, value)),
    exclusive: <T>(_name: string, work: () => Promise<T>) => work(),
  };
  const images = await createCodeImages({ settings, publicUrl: () => origin, clock, ...cache });
  return { clock, images, kept };
}

const nameIn = (address: string | null) => address?.split("/images/")[1] ?? "";

describe("an image", () => {
  test.each(["880000100001", "8800-0000-0001", "ABC-12345-xyz", "A7", "~!@#$% ^&*()/{}"])(
    "of %s can be scanned, as QR code and as barcode",
    async (text) => {
      const { images } = await imagesOn();
      for (const [address, kind] of [
        [images.qr(text), "qr"],
        [images.barcode(text), "code 128"],
      ] as const) {
        const image = await images.load(nameIn(address));
        expect(image && scan(image.png)).toMatchObject({ kind, text });
      }
    },
  );

  test("is drawn for each of more than the cache holds, when all are asked for at once", async () => {
    const { images } = await imagesOn(undefined, undefined, { size: 3 });
    const names = Array.from({ length: 9 }, (_, index) => nameIn(images.qr(`A${index}`)));
    const loaded = await Promise.allSettled(names.map((name) => images.load(name)));
    expect(loaded.filter(({ status }) => status === "rejected")).toEqual([]);
  });

  test.each(["คูปองสงกรานต์๒๕๖๙", "誕生日クーポン", "ก".repeat(100), "\\^([]"])(
    "of %s is a QR code",
    async (text) => {
      const { images } = await imagesOn();
      const image = await images.load(nameIn(images.qr(text)));
      expect(image && scan(image.png)).toMatchObject({ kind: "qr", text });
      expect(image && scan(image.png).width).toBeLessThanOrEqual(1024);
    },
  );

  test.each(["A7", "880000100001", "a1b2c3d4e5f6g7h8", "aB".repeat(12), "1".repeat(24)])(
    "of the barcode of %s is at least 1,000 pixels wide, and within LINE's limits",
    async (text) => {
      const { images } = await imagesOn();
      const { png = Buffer.alloc(0) } = (await images.load(nameIn(images.barcode(text)))) ?? {};
      const scanned = scan(png);
      expect(scanned).toMatchObject({ kind: "code 128", text });
      expect(scanned.width).toBeGreaterThanOrEqual(1000);
      expect(scanned.width).toBeLessThanOrEqual(1024);
      expect(png.length).toBeLessThan(50_000);
    },
  );

  test.each(["", "คูปอง", "x".repeat(25), "line\nbreak"])("%j has no barcode", async (text) => {
    const { images } = await imagesOn();
    expect(images.barcode(text)).toBeNull();
  });

  test("has no URL without a public URL", async () => {
    const { images } = await imagesOn(null);
    expect(images.qr("A7")).toBeNull();
    expect(images.barcode("A7")).toBeNull();
  });
});

describe("a URL", () => {
  test("does not contain its text, and differs each time", async () => {
    const { images } = await imagesOn();
    const [one, two] = [images.qr("880000100001"), images.qr("880000100001")];
    expect(one).toMatch(/^https:\/\/bot\.example\/images\/[\w-]+\.png$/);
    expect(one).not.toBe(two);
    for (const form of ["utf8", "hex", "latin1"] as const) {
      expect(Buffer.from(nameIn(one), "base64url").toString(form)).not.toContain("8800001");
    }
  });

  test("is valid for 30 days", async () => {
    const { images, clock } = await imagesOn();
    const name = nameIn(images.qr("A7"));
    clock.turn(30 * day - 1);
    expect(await images.load(name)).toMatchObject({ remainingMs: 1 });
    clock.turn(1);
    expect(await images.load(name)).toBeNull();
  });

  test("is valid until the given time, for 30 days at most", async () => {
    const { images, clock } = await imagesOn();
    const soon = nameIn(images.qr("A7", clock.now() + 1000));
    const late = nameIn(images.qr("A7", clock.now() + 90 * day));
    clock.turn(999);
    expect(await images.load(soon)).not.toBeNull();
    clock.turn(1);
    expect(await images.load(soon)).toBeNull();
    clock.turn(30 * day);
    expect(await images.load(late)).toBeNull();
  });

  test("with any one character changed is invalid", async () => {
    const { images } = await imagesOn();
    const name = nameIn(images.qr("A7"));
    const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    for (let at = 0; at < name.length - ".png".length; at++) {
      for (const sign of signs) {
        if (sign === name[at]) continue;
        expect(await images.load(name.slice(0, at) + sign + name.slice(at + 1))).toBeNull();
      }
    }
    for (const other of ["", ".png", name.slice(1), `${name}.png`, name.replace(".png", ".PNG")]) {
      expect(await images.load(other)).toBeNull();
    }
  });

  test("stays valid after a restart, and is invalid under another key", async () => {
    const { images, kept } = await imagesOn();
    const name = nameIn(images.barcode("A7"));
    expect(await (await imagesOn("https://bot.example", kept)).images.load(name)).not.toBeNull();
    expect(await (await imagesOn()).images.load(name)).toBeNull();
  });
});
