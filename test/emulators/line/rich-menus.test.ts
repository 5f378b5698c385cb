/** Rich menus of the LINE emulator, tested with LINE's SDK: every operation, limit and refusal. */
import { LineBotClient, type messagingApi } from "@line/bot-sdk";
import { encode } from "fast-png";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { manualClock } from "../../support/clock.ts";
import {
  accessToken,
  createLineWorld,
  somchai,
  stranger,
  yuki,
  type LineWorld,
} from "./line-world.ts";

let world: LineWorld;
let client: LineBotClient;

beforeEach(async () => {
  world = await createLineWorld(manualClock());
  client = LineBotClient.fromChannelAccessToken({
    channelAccessToken: accessToken,
    apiBaseURL: world.line.origin,
    dataApiBaseURL: world.line.origin,
  });
});
afterEach(() => world[Symbol.asyncDispose]());

const area = (action: object = { type: "message", text: "points" }) => ({
  bounds: { x: 0, y: 0, width: 800, height: 400 },
  action: action as messagingApi.Action,
});
const menu = (more: object = {}) => ({
  name: "a menu",
  size: { width: 800, height: 400 },
  selected: true,
  chatBarText: "Menu",
  areas: [area()],
  ...more,
});
const png = (width = 800, height = 400) =>
  new Blob(
    [Buffer.from(encode({ width, height, data: new Uint8Array(width * height), channels: 1 }))],
    {
      type: "image/png",
    },
  );
/** The smallest JPEG header with a size. */
const jpeg = new Blob([Buffer.from("ffd8ffe000040000ffc0001108019003200301", "hex")], {
  type: "image/jpeg",
});

async function createMenu(more: object = {}): Promise<string> {
  const { richMenuId } = await client.createRichMenu(menu(more));
  return richMenuId;
}
async function createMenuWithImage(more: object = {}): Promise<string> {
  const id = await createMenu(more);
  await client.setRichMenuImage(id, png());
  return id;
}
const menuIdOf = (userId: string) =>
  world.line.richMenus.shownTo(world.line.accounts.channel().id, userId)?.richMenuId ?? null;

async function refusal(call: Promise<unknown>): Promise<{ status: number; body: string }> {
  const error = await call.then(
    () => ({ status: 200, body: "{}" }),
    (thrown: unknown) => thrown as { status: number; body: string },
  );
  return { status: error.status, body: error.body };
}

describe("menus", () => {
  test("are created, listed, read and deleted", async () => {
    const id = await createMenu();
    expect(await client.getRichMenu(id)).toEqual({ richMenuId: id, ...menu() });
    expect(await client.getRichMenuList()).toEqual({ richmenus: [{ richMenuId: id, ...menu() }] });
    await client.deleteRichMenu(id);
    expect(await client.getRichMenuList()).toEqual({ richmenus: [] });
    expect(await refusal(client.getRichMenu(id))).toMatchObject({ status: 404 });
    expect(await refusal(client.deleteRichMenu(id))).toMatchObject({ status: 404 });
  });

  test.each<[string, object, string | null]>([
    ["20 areas", { areas: Array(20).fill(area()) }, null],
    ["21 areas", { areas: Array(21).fill(area()) }, "areas"],
    ["a name of 300", { name: "n".repeat(300) }, null],
    ["a name of 301", { name: "n".repeat(301) }, "name"],
    ["no name", { name: "" }, "name"],
    ["a bar of 14", { chatBarText: "b".repeat(14) }, null],
    ["a bar of 15", { chatBarText: "b".repeat(15) }, "chatBarText"],
    ["a narrow one", { size: { width: 799, height: 400 } }, "size.width"],
    ["a wide one", { size: { width: 2501, height: 1000 } }, "size.width"],
    ["a low one", { size: { width: 800, height: 249 } }, "size.height"],
    ["a steep one", { size: { width: 1449, height: 1000 } }, "size"],
    ["the steepest", { size: { width: 1450, height: 1000 } }, null],
    [
      "a place outside",
      { areas: [{ ...area(), bounds: { x: -1, y: 0, width: 1, height: 1 } }] },
      "areas.0.bounds.x",
    ],
    [
      "a label of 21",
      { areas: [area({ type: "message", text: "a", label: "l".repeat(21) })] },
      "areas.0.action.label",
    ],
    [
      "a switch",
      { areas: [area({ type: "richmenuswitch", richMenuAliasId: "a-1", data: "d" })] },
      null,
    ],
    [
      "a switch to nowhere",
      { areas: [area({ type: "richmenuswitch", richMenuAliasId: "A B", data: "d" })] },
      "areas.0.action.richMenuAliasId",
    ],
    ["a camera", { areas: [area({ type: "camera", label: "c" })] }, "areas.0.action.type"],
  ])("%s", async (_name, more, fault) => {
    const answers = await Promise.all([
      refusal(client.createRichMenu(menu(more))),
      refusal(client.validateRichMenuObject(menu(more))),
    ]);
    for (const { status, body } of answers) {
      expect(status).toBe(fault === null ? 200 : 400);
      if (fault !== null)
        expect(JSON.parse(body)).toMatchObject({ details: [{ property: fault }] });
    }
  });

  test("are limited to 1,000", async () => {
    const richMenus = world.line.richMenus.ofChannel(world.line.accounts.channel().id);
    for (let count = 0; count < 1000; count++) richMenus.create(menu());
    expect(await refusal(client.createRichMenu(menu()))).toMatchObject({ status: 400 });
  });
});

describe("images", () => {
  test("are uploaded once and can be downloaded", async () => {
    const id = await createMenu();
    expect(await refusal(client.getRichMenuImage(id))).toMatchObject({ status: 404 });
    await client.setRichMenuImage(id, png());
    expect(await refusal(client.setRichMenuImage(id, png()))).toMatchObject({ status: 400 });
    const response = await fetch(`${world.line.origin}/v2/bot/richmenu/${id}/content`, {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    expect(response.headers.get("content-type")).toBe("image/png");
    expect((await response.arrayBuffer()).byteLength).toBe(png().size);
  });

  test("may be JPEG", async () => {
    await expect(client.setRichMenuImage(await createMenu(), jpeg)).resolves.toBeDefined();
  });

  test.each<[string, Blob, number]>([
    ["too narrow", png(799, 400), 400],
    ["too wide", png(2501, 400), 400],
    ["too low", png(800, 249), 400],
    ["too steep", png(800, 552), 400],
    ["no image", new Blob(["hello"], { type: "image/png" }), 400],
    ["of another kind", new Blob(["GIF89a"], { type: "image/gif" }), 415],
    ["too large", new Blob([Buffer.alloc(1_000_001)], { type: "image/png" }), 400],
    ["far too large", new Blob([Buffer.alloc(3_000_000)], { type: "image/png" }), 413],
  ])("%s is refused", async (_name, image, status) => {
    expect(await refusal(client.setRichMenuImage(await createMenu(), image))).toMatchObject({
      status,
    });
  });

  test("belong to a menu", async () => {
    expect(await refusal(client.setRichMenuImage("richmenu-0", png()))).toMatchObject({
      status: 404,
    });
  });
});

describe("the menu that a user sees", () => {
  test("is the linked one before the default", async () => {
    const [own, all] = [await createMenuWithImage(), await createMenuWithImage()];
    expect(menuIdOf(somchai)).toBeNull();
    await client.setDefaultRichMenu(all);
    await client.linkRichMenuIdToUser(somchai, own);
    expect([menuIdOf(somchai), menuIdOf(yuki)]).toEqual([own, all]);
    expect(await client.getDefaultRichMenuId()).toEqual({ richMenuId: all });
    expect(await client.getRichMenuIdOfUser(somchai)).toEqual({ richMenuId: own });
    await client.unlinkRichMenuIdFromUser(somchai);
    expect(menuIdOf(somchai)).toBe(all);
    await client.cancelDefaultRichMenu();
    expect(menuIdOf(somchai)).toBeNull();
    expect(await refusal(client.getDefaultRichMenuId())).toMatchObject({ status: 404 });
    expect(await refusal(client.getRichMenuIdOfUser(somchai))).toMatchObject({ status: 404 });
  });

  test("disappears when it is deleted", async () => {
    const [own, all] = [await createMenuWithImage(), await createMenuWithImage()];
    await client.setDefaultRichMenu(all);
    await client.linkRichMenuIdToUser(somchai, own);
    await client.deleteRichMenu(own);
    expect(menuIdOf(somchai)).toBe(all);
    await client.deleteRichMenu(all);
    expect(menuIdOf(somchai)).toBeNull();
  });

  test("can't be a menu without an image or an unknown one", async () => {
    const bare = await createMenu();
    expect(await refusal(client.setDefaultRichMenu(bare))).toMatchObject({ status: 400 });
    expect(await refusal(client.linkRichMenuIdToUser(somchai, bare))).toMatchObject({
      status: 400,
    });
    expect(await refusal(client.setDefaultRichMenu("richmenu-0"))).toMatchObject({ status: 404 });
    expect(await refusal(client.linkRichMenuIdToUser(yuki, "richmenu-0"))).toMatchObject({
      status: 404,
    });
  });

  test("isn't reported for unknown users", async () => {
    await client.linkRichMenuIdToUser(stranger, await createMenuWithImage());
    expect(menuIdOf(stranger)).toBeNull();
  });

  test("is linked to and unlinked from several users at once", async () => {
    const id = await createMenuWithImage();
    await client.linkRichMenuIdToUsers({ richMenuId: id, userIds: [somchai, stranger, yuki] });
    expect([menuIdOf(somchai), menuIdOf(yuki), menuIdOf(stranger)]).toEqual([id, id, null]);
    await client.unlinkRichMenuIdFromUsers({ userIds: [somchai] });
    expect([menuIdOf(somchai), menuIdOf(yuki)]).toEqual([null, id]);
    const unknown = { richMenuId: "richmenu-0", userIds: [somchai] };
    expect(await refusal(client.linkRichMenuIdToUsers(unknown))).toMatchObject({ status: 404 });
    expect(
      await refusal(client.unlinkRichMenuIdFromUsers({ userIds: Array(501).fill(somchai) })),
    ).toMatchObject({ status: 400 });
  });

  test("changes for all users by a batch", async () => {
    const [before, after] = [await createMenuWithImage(), await createMenuWithImage()];
    await client.linkRichMenuIdToUser(somchai, before);
    const { httpResponse } = await client.richMenuBatchWithHttpInfo({
      operations: [{ type: "link", from: before, to: after } as never],
    });
    expect(httpResponse.status).toBe(202);
    expect(menuIdOf(somchai)).toBe(after);
    const requestId = httpResponse.headers.get("x-line-request-id") ?? "";
    expect(await client.getRichMenuBatchProgress(requestId)).toMatchObject({ phase: "succeeded" });
    expect(await refusal(client.getRichMenuBatchProgress("none"))).toMatchObject({ status: 404 });
    await client.richMenuBatch({ operations: [{ type: "unlinkAll" } as never] });
    expect(menuIdOf(somchai)).toBeNull();
  });

  test.each<[string, object[] | ((id: string) => (object | null)[])]>([
    ["nothing", []],
    ["a menu that isn't there", [{ type: "unlink", from: "richmenu-0" }]],
    ["too much", Array.from({ length: 1001 }, () => ({ type: "unlinkAll" }))],
    ["what LINE has no operation for", (id) => [{ type: "replace", from: id, to: id }]],
    ["a link to nothing", (id) => [{ type: "link", from: id }]],
    ["what is no operation", (id) => [{ type: "unlink", from: id }, null]],
  ])("a batch of %s is refused, and changes nothing", async (_name, given) => {
    const id = await createMenuWithImage();
    await client.linkRichMenuIdToUser(somchai, id);
    const operations = (typeof given === "function" ? given(id) : given) as never;
    expect(await refusal(client.richMenuBatch({ operations }))).toMatchObject({ status: 400 });
    expect(menuIdOf(somchai)).toBe(id);
  });
});

describe("aliases", () => {
  test("are created, changed, listed and deleted", async () => {
    const [one, other] = [await createMenuWithImage(), await createMenuWithImage()];
    await client.createRichMenuAlias({ richMenuAliasId: "main", richMenuId: one });
    expect(await client.getRichMenuAlias("main")).toMatchObject({ richMenuId: one });
    await client.updateRichMenuAlias("main", { richMenuId: other });
    expect(await client.getRichMenuAliasList()).toEqual({
      aliases: [{ richMenuAliasId: "main", richMenuId: other }],
    });
    await client.deleteRichMenuAlias("main");
    expect(await client.getRichMenuAliasList()).toEqual({ aliases: [] });
  });

  test("that exist, don't exist or are invalid are refused", async () => {
    const id = await createMenuWithImage();
    const bare = await createMenu();
    await client.createRichMenuAlias({ richMenuAliasId: "main", richMenuId: id });
    const create = (richMenuAliasId: string, richMenuId: string) =>
      refusal(client.createRichMenuAlias({ richMenuAliasId, richMenuId }));
    expect(await create("main", id)).toMatchObject({ status: 400 });
    expect(await create("Not Sound", id)).toMatchObject({ status: 400 });
    expect(await create("a".repeat(33), id)).toMatchObject({ status: 400 });
    expect(await create("other", "richmenu-0")).toMatchObject({ status: 400 });
    expect(await create("other", bare)).toMatchObject({ status: 400 });
    const missing = [
      () => client.getRichMenuAlias("none"),
      () => client.updateRichMenuAlias("none", { richMenuId: id }),
      () => client.deleteRichMenuAlias("none"),
    ];
    for (const call of missing) expect(await refusal(call())).toMatchObject({ status: 404 });
  });

  test("are limited to 1,000", async () => {
    const id = await createMenuWithImage();
    const richMenus = world.line.richMenus.ofChannel(world.line.accounts.channel().id);
    for (let count = 0; count < 1000; count++) richMenus.setAlias(`a${count}`, id);
    expect(
      await refusal(client.createRichMenuAlias({ richMenuAliasId: "more", richMenuId: id })),
    ).toMatchObject({ status: 400 });
  });
});

test("accounts have separate menus", async () => {
  const id = await createMenuWithImage();
  const [, other] = world.line.accounts.channels;
  expect(world.line.richMenus.ofChannel(other?.id ?? "").menus.size).toBe(0);
  const asOther = LineBotClient.fromChannelAccessToken({
    channelAccessToken: other?.accessToken ?? "",
    apiBaseURL: world.line.origin,
  });
  expect(await refusal(asOther.getRichMenu(id))).toMatchObject({ status: 404 });
});
