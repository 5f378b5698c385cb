/** The bot on the second published group: every call goes to its addresses, but for those overridden. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { contract } from "../../src/loyalty/contract.ts";
import { createProxy } from "../support/proxy.ts";
import { buttonIn, factsOf } from "../support/staff.ts";
import { stringsOf } from "../support/views.ts";
import { createWorld } from "../support/world.ts";

test("members and staff are served with CONNECT_API=v2, whose base address has no /api", async () => {
  const folder = mkdtempSync(join(tmpdir(), "overrides-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "overrides.json");
  const override = { getCampaign: { path: contract.getCampaign.path } };
  writeFileSync(file, JSON.stringify(override));
  let target = "";
  const paths: string[] = [];
  await using proxy = await createProxy(() => target, {
    hooks: { before: ({ url }) => void paths.push(url.pathname) },
  });
  await using world = await createWorld(
    ({ baseUrl }) => {
      target = new URL(baseUrl).origin;
      return {
        CONNECT_BASE_URL: proxy.origin,
        CONNECT_API: "v2",
        CONNECT_OVERRIDES: file,
      };
    },
    { asReal: true },
  );
  expect(stringsOf(await world.sendText("olivia", "points"))).toMatch(/points/);
  expect(stringsOf(await world.sendText("olivia", "history"))).toMatch(/You (collected|spent)/);
  expect((await world.sendText("olivia", "campaigns"))[0]?.type).toBe("flex");
  const question = await world.sendText("manager", `/add olivia 25`);
  expect(factsOf(await world.tapButton("manager", buttonIn(question, /%2Fyes/)))).toMatch(
    /25 points/,
  );
  expect(paths).toContain("/v2/connect/add/points");
  const others = paths.filter((path) => !/^\/(v2\/connect|v1\/auth-connect)\//.test(path));
  expect(new Set(others)).toEqual(new Set([override.getCampaign.path]));
});
