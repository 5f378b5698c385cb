/** The last known points while the platform is unavailable, through signed HTTP. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createWorld, type World } from "../support/world.ts";
import { stringsOf } from "../support/views.ts";

const hour = 3_600_000;

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

/** A failure that isn't retried. */
const failing = () => world.platform.faults.add({ kind: "rate-limit", retryAfter: 60 });
const seen = async (label: string) => stringsOf(await world.sendText(label, "points"));

describe("while the platform is unavailable", () => {
  test("the last known points are shown with their time", async () => {
    await world.sendText("olivia", "points");
    failing();
    world.clock.turn(2 * hour + 5 * 60_000);
    const [message] = await world.sendText("olivia", "points");
    expect(message).toMatchObject({ altText: expect.stringMatching(/As of 12:00.*18,400/s) });
    expect(stringsOf(message).match(/As of 12:00/g)).toHaveLength(2);
  });

  test("points of yesterday are shown with their date", async () => {
    await world.sendText("somchai", "points");
    failing();
    world.clock.turn(13 * hour);
    expect(await seen("somchai")).toMatch(/23 พ.ย. 2569 เวลา 12:00/);
  });

  test("points older than a day aren't shown", async () => {
    await world.sendText("olivia", "points");
    failing();
    world.clock.turn(24 * hour + 1);
    expect(await seen("olivia")).toMatch(/can’t reach the membership system/);
  });

  test("a member without a last known profile gets an apology", async () => {
    failing();
    expect(await seen("olivia")).toMatch(/can’t reach the membership system/);
  });

  test("current points are shown as soon as the platform is back", async () => {
    await world.sendText("olivia", "points");
    failing();
    world.clock.turn(hour);
    expect(await seen("olivia")).toContain("As of");
    world.platform.faults.clear();
    expect(await seen("olivia")).not.toContain("As of");
  });

  test.each(["ambiguous", "inactive", "stranger"])(
    "a sender who is %s gets no member data",
    async (label) => {
      await world.sendText(label, "points");
      failing();
      world.clock.turn(hour);
      expect(await seen(label)).not.toMatch(/As of|ข้อมูล ณ/);
    },
  );
});
