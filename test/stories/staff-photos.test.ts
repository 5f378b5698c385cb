/** Photos from staff: their QR codes and barcodes open coupons and members; nobody else's pictures are loaded. */
import { randomBytes } from "node:crypto";
import { toBuffer, toSVG } from "bwip-js/node";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Message } from "../../src/line/messages/prepare-reply.ts";
import { buttonIn, factsOf } from "../support/staff.ts";
import { createTill, type Till } from "../support/till.ts";
import { stringsOf } from "../support/views.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let till: Till;
beforeEach(async () => {
  world = await createWorld();
  till = createTill(world);
});
afterEach(async () => {
  await till[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const sends = (label: string, content: Buffer, chat?: string) =>
  world.performAction(label, { type: "image", content }, chat);
const contentCalls = () => world.logged.filter((line) => line.includes("/content")).length;

/** The pictures that members see in a reply, as their phones load them. */
async function picturesIn(messages: readonly Message[]): Promise<Buffer[]> {
  const urls = stringsOf(messages).match(/^http\S+\/images\/\S+$/gm) ?? [];
  return Promise.all(urls.map(async (url) => Buffer.from(await (await fetch(url)).arrayBuffer())));
}

/** The picture of a coupon's code, as its holder sees it. */
async function couponPicture(label: string, code: string): Promise<Buffer> {
  const [picture] = await picturesIn(await world.sendText(label, `check ${code}`));
  if (!picture) throw new Error("the coupon has no picture");
  return picture;
}

/** Two pictures beside each other, as one photo. */
async function sideBySide(left: Buffer, right: Buffer): Promise<Buffer> {
  const images = await Promise.all([left, right].map((one) => sharp(one).metadata()));
  const [first, second] = images.map(({ width }) => width);
  const height = Math.max(...images.map((image) => image.height));
  return sharp({
    create: {
      width: (first ?? 0) + (second ?? 0),
      height,
      channels: 3,
      background: "#FFFFFF",
    },
  })
    .composite([
      { input: left, left: 0, top: 0 },
      { input: right, left: first ?? 0, top: 0 },
    ])
    .jpeg({ quality: 80 })
    .toBuffer();
}

describe("a photo that a cashier sends", () => {
  test("of a coupon's QR code opens the coupon, which is used in 2 taps", async () => {
    const { code } = await till.give("olivia", { name: "Croissant" });
    const shown = await sends("cashier", await couponPicture("olivia", code));
    expect(factsOf(shown)).toContain("This coupon can be used");
    expect(factsOf(shown)).toContain(code);
    const question = await world.tapButton("cashier", buttonIn(shown, /%2Fuse/));
    await world.tapButton("cashier", buttonIn(question, /%2Fyes/));
    expect((await till.connect.checkCoupon({ code })).coupon.status).toBe("USED");
  });

  test("of a card's barcode or QR code opens its member", async () => {
    const pictures = await picturesIn(await world.sendText("olivia", "card"));
    expect(pictures.length).toBeGreaterThan(0);
    for (const picture of pictures) {
      const shown = await sends("cashier", picture);
      expect(factsOf(shown)).toMatch(/^Olivia Brown\n•••0105/);
      expect(stringsOf(shown)).toContain("%2Fhistory");
    }
  });

  test("ends what was asked for before: a number behind it books no points to the former card", async () => {
    const member = await world.sendText("manager", "/member olivia");
    const asked = await world.tapButton("manager", buttonIn(member, /%2Fadd/));
    expect(factsOf(asked)).toContain("How many points for Olivia B.");
    const text = (await till.member("somchai")).cards[0]?.card_no ?? "";
    const code = { bcid: "qrcode", text, scale: 4, padding: 8, backgroundcolor: "FFFFFF" };
    expect(factsOf(await sends("manager", await toBuffer(code)))).toContain("สมชาย");
    expect(factsOf(await world.sendText("manager", "70"))).not.toContain("Add 70 points");
  });

  test("of two codes lists both", async () => {
    const first = await till.give("olivia", { name: "Croissant" });
    const second = await till.give("olivia", { name: "Cinnamon roll" });
    const pictures = await Promise.all(
      [first, second].map(({ code }) => couponPicture("olivia", code)),
    );
    const [left, right] = pictures;
    if (!left || !right) throw new Error("a picture is missing");
    const shown = await sends("cashier", await sideBySide(left, right));
    expect(factsOf(shown)).toContain("Several codes");
    for (const { code } of [first, second]) {
      expect(buttonIn(shown, new RegExp(`%2Fuse&code=${code}$`))).toBeTruthy();
    }
  });

  test("of another shop's code, of nothing, and of broken bytes says what to do", async () => {
    const { code } = await till.give("olivia");
    const picture = await couponPicture("olivia", code);
    const blank = { width: 300, height: 300, channels: 3, background: "#FFFFFF" } as const;
    const nothing = await sharp({ create: blank }).png().toBuffer();
    const drawing = Buffer.from(toSVG({ bcid: "qrcode", text: code, scale: 4, padding: 8 }));
    for (const unreadable of [nothing, picture.subarray(0, 200), randomBytes(5000), drawing]) {
      expect(factsOf(await sends("cashier", unreadable))).toContain("no code to read");
    }
    const foreign = { bcid: "qrcode", text: "https://elsewhere.example/", scale: 4, padding: 8 };
    const reply = await sends("cashier", await toBuffer({ ...foreign, backgroundcolor: "FFFFFF" }));
    expect(factsOf(reply)).toContain("neither a coupon nor a card");
    expect(stringsOf(reply)).not.toContain("elsewhere");
  });

  test("of too many pixels isn't decoded, and one of too many bytes isn't read to its end", async () => {
    const { code } = await till.give("olivia");
    const poster = sharp(await couponPicture("olivia", code)).resize(7100, 7100, {
      kernel: "nearest",
    });
    const huge = await poster.png().toBuffer();
    expect(huge.length).toBeLessThan(1 << 20);
    expect(factsOf(await sends("cashier", huge))).toContain("too large");
    const heavy = Buffer.alloc((10 << 20) + 1);
    expect(factsOf(await sends("cashier", heavy))).toContain("too large");
  });

  test("that LINE doesn't give in time, refuses or has no more is asked for again", async () => {
    const picture = randomBytes(100);
    world.line.faults.add({ call: "content", answer: "slow", ms: 9000, times: 1 });
    const reply = sends("cashier", picture);
    await world.advanceTime(10_000, reply);
    expect(factsOf(await reply)).toContain("couldn’t be loaded");
    world.line.faults.add({ call: "content", answer: 500, times: 1 });
    expect(factsOf(await sends("cashier", picture))).toContain("couldn’t be loaded");
    const gone = await world.performAction("cashier", { type: "image" });
    expect(factsOf(gone)).toContain("couldn’t be loaded");
  });
});

test("an image at an address of its sender's isn't loaded", async () => {
  const event = world.line.compose(world.lineId("cashier"), { type: "image" });
  const contentProvider = { type: "external", originalContentUrl: "https://elsewhere.example/" };
  const message = { ...event.message, id: "1", type: "image", contentProvider };
  expect(factsOf(await world.deliverEvent({ ...event, message }))).toContain("can only read");
  expect(contentCalls()).toBe(0);
});

test.each(["olivia", "stranger", "marketer", "former-cashier"])(
  "a photo that %s sends is not loaded, and gets the usual reply",
  async (label) => {
    const { code } = await till.give("olivia");
    const picture = await couponPicture("olivia", code);
    const reply = await sends(label, picture);
    expect(stringsOf(reply)).not.toContain(code);
    expect(factsOf(reply)).not.toBe("");
    world.clock.turn(61_000);
    const usual = await world.performAction(label, { type: "video" });
    expect(factsOf(reply)).toBe(factsOf(usual));
    expect(contentCalls()).toBe(0);
  },
);

test("a photo in a group is not loaded", async () => {
  const [group] = world.groups;
  await world.performAction("somchai", { type: "image", content: randomBytes(10) }, group?.chatId);
  expect(contentCalls()).toBe(0);
});
