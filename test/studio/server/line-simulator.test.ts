/** What people do in the studio's phones, and what of it the bot is told. */
import { expect, test } from "vitest";
import type {
  ActionResult,
  ChatView,
  Group,
  UserAction,
} from "../../../src/studio/server/chat-types.ts";
import { account, createStudioWorld, hina, olivia } from "../studio-world.ts";

const group: Group = {
  type: "group",
  chatId: `C${"5".repeat(32)}`,
  name: "Friends",
  members: [hina.userId, olivia.userId],
};

test("an account that was put out of a group is told nothing of it until it is invited again", async () => {
  await using world = await createStudioWorld(undefined, { groups: [group] });
  const address = new URL(`chats/${account}/${group.chatId}`, world.url);
  async function act(action: UserAction): Promise<ActionResult> {
    const response = await fetch(`${address.href}/actions?as=${olivia.userId}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: address.origin },
      body: JSON.stringify(action),
    });
    return (await response.json()) as ActionResult;
  }
  expect(await act({ type: "leave" })).toMatchObject({ status: 200 });
  const unheard = await act({ type: "text", text: "anybody there?" });
  expect(unheard).toEqual({
    item: expect.objectContaining({ message: { type: "text", text: "anybody there?" } }),
  });
  expect(await act({ type: "join" })).toMatchObject({ status: 200 });
  expect(await act({ type: "text", text: "welcome" })).toMatchObject({ status: 200 });
  expect(world.bot.received.map(({ content }) => content)).toEqual(["leave", "join", "welcome"]);
  const view = (await (await fetch(address)).json()) as ChatView;
  expect(view.items).toHaveLength(4);
});

test.each([
  ["a text", "text/plain", 415],
  ["a PNG in name only", "image/png", 415],
  ["a picture of 5 MB", "image/png", 413],
])("a file that is no photo is refused: %s", async (name, type, status) => {
  await using world = await createStudioWorld();
  const address = new URL(`chats/${account}/${olivia.userId}/photos`, world.url);
  const body = status === 413 ? Buffer.alloc(5_000_000) : name;
  const headers = { "content-type": type, origin: address.origin };
  const response = await fetch(address, { method: "POST", headers, body });
  expect(response.status).toBe(status);
  expect(world.bot.received).toEqual([]);
});

test("nothing is loaded for a photo but a code that somebody was shown", async () => {
  await using world = await createStudioWorld();
  const address = new URL(`chats/${account}/${olivia.userId}/actions`, world.url);
  const response = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json", origin: address.origin },
    body: JSON.stringify({ type: "image", url: `${address.origin}/images/abc.png` }),
  });
  expect(response.status).toBe(502);
  expect(world.bot.received).toEqual([]);
});
