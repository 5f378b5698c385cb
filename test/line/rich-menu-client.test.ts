/** The client for LINE's rich menus, against the embedded LINE. */
import { encode } from "fast-png";
import { expect, test } from "vitest";
import { fixedToken } from "../../src/line/stateless-tokens.ts";
import { createRichMenuClient } from "../../src/line/rich-menu-client.ts";
import { accessToken, createLineWorld } from "../emulators/line/line-world.ts";
import { manualClock } from "../support/clock.ts";

const size = { width: 800, height: 400 };
const area = {
  bounds: { x: 0, y: 0, ...size },
  action: { type: "message" as const, text: "points" },
};

test("an alias that another process has created meanwhile is pointed to the new rich menu", async () => {
  const clock = manualClock();
  await using world = await createLineWorld(clock);
  await using menus = createRichMenuClient({
    clock,
    log: world.log,
    apiBaseUrl: world.line.origin,
    dataApiBaseUrl: world.line.origin,
    token: fixedToken(accessToken),
  });
  const menu = { name: "a menu", size, selected: true, chatBarText: "Menu", areas: [area] };
  const create = async () => {
    const id = await menus.create(menu);
    await menus.upload(
      id,
      Buffer.from(encode({ ...size, data: new Uint8Array(320_000), channels: 1 })),
    );
    return id;
  };
  await menus.setAlias("members", await create(), true);
  const second = await create();
  await menus.setAlias("members", second, true);
  expect(await menus.aliases()).toEqual(new Map([["members", second]]));
  await expect(menus.setAlias("members", "richmenu-none", true)).rejects.toMatchObject({
    status: 400,
  });
  await expect(menus.setAlias("not an alias", second, true)).rejects.toMatchObject({ status: 400 });
});
