/** The branding comes from the add-on's subscription. */
import { afterEach, describe, expect, test } from "vitest";
import { createWorld, type World } from "../support/world.ts";

let world: World;
afterEach(() => world[Symbol.asyncDispose]());

const invitation = async () => JSON.stringify(await world.says("stranger", "points"));

describe("the brand", () => {
  test("comes from the subscription, and is stored for a start without the platform", async () => {
    world = await createWorld({ BUSINESS_NAME: "Another name", BUSINESS_COLOR: "#123456" });
    const first = await invitation();
    expect(first).toContain("Sakura Cafe");
    expect(first).not.toMatch(/Another name|#123456/);
    world.platform.faults.add({ kind: "unauthorized", operation: "getCurrentAddOnStatus" });
    await world.restart();
    expect(await invitation()).toBe(first);
    expect(world.logged.join("")).toContain("reading the add-on subscription failed");
  });

  test("comes from the environment if the platform was never reachable", async () => {
    world = await createWorld({ REGISTER_URL: "https://join.example", BUSINESS_COLOR: "#224466" });
    world.platform.faults.add({ kind: "unauthorized", operation: "getCurrentAddOnStatus" });
    await world.restartAnew();
    const text = await invitation();
    expect(text).toContain(`"backgroundColor":"#224466"`);
    expect(text).toContain(`"style":"primary","color":"#224466"`);
  });
});
