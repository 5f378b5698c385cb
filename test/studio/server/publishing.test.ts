/** Publishing from the studio where the store has texts of another version of the bot. */
import { expect, test } from "vitest";
import type { Store } from "../../../src/store/store.ts";
import type { AnswersPage } from "../../../src/studio/server/answer-types.ts";
import type { DraftView, PublishingOverview } from "../../../src/studio/server/draft-types.ts";
import { account, createStudioWorld, type StudioWorld } from "../studio-world.ts";

const send = (world: StudioWorld, path: string, body?: object) =>
  fetch(new URL(path, world.url), {
    headers: { "content-type": "application/json", origin: new URL(world.url).origin },
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });

const draftIn = async (world: StudioWorld) =>
  (await (await send(world, "drafts/operator")).json()) as DraftView;

/** Another version of the bot has other messages, and other arguments in them. */
const publishOtherwise = (store: Store, overrides: object) =>
  store.publications.publish({
    at: 0,
    author: "Mint",
    overrides: JSON.stringify(overrides),
    approver: null,
    source: "studio",
  });

test("texts that were published by another version, and are faulty to this one, keep nobody from publishing, and stay", async () => {
  await using world = await createStudioWorld();
  const kept = { "help.title": "Ask us", "balance.colour": "Red", "balance.number": "{colour}" };
  await publishOtherwise(world.store, { en: kept });
  await send(world, "catalogues", { language: "en", key: "balance.card", text: "Petal card" });
  const { steps, version, publication } = await draftIn(world);
  expect(steps).toContain("publish");
  const seen = { version, publication };
  expect((await send(world, "drafts/operator", { do: "publish", seen })).status).toBe(200);
  const [newest] = await world.store.publications.list(1);
  expect(JSON.parse(newest?.overrides ?? "")).toEqual({
    en: { ...kept, "balance.card": "Petal card" },
    th: {},
    ja: {},
    "zh-TW": {},
  });
});

test("a draft from before an update says which of its texts can't be published, and why", async () => {
  await using world = await createStudioWorld();
  await send(world, "catalogues", { language: "en", key: "balance.card", text: "Petal card" });
  await world.store.drafts.change(account, "operator", ({ draft }) => ({
    result: null,
    ...(draft && {
      draft: {
        ...draft,
        texts: {
          en: { ...draft.texts["en"], "balance.colour": "Red", "balance.number": "{colour}" },
        },
      },
    }),
  }));
  const { steps, changes } = await draftIn(world);
  const warningsOf = (key: string) => changes.find((one) => one.key === key)?.warnings.join();
  expect(steps).not.toContain("publish");
  expect(warningsOf("balance.number")).toContain(
    "en: it can’t be published: {colour} isn’t known here; there is: –.",
  );
  expect(warningsOf("balance.colour")).toContain("the bot has no such message any more");

  await send(world, "catalogues", { language: "en", key: "balance.number", text: null });
  const { version, publication } = await draftIn(world);
  const seen = { version, publication };
  expect((await send(world, "drafts/operator", { do: "publish", seen })).status).toBe(200);
  const [newest] = await world.store.publications.list(1);
  expect(JSON.parse(newest?.overrides ?? "")).toMatchObject({
    en: { "balance.card": "Petal card" },
  });
  expect(newest?.overrides).not.toContain("Red");
});

test("one publication after another is undone, however many there are", async () => {
  await using world = await createStudioWorld();
  for (let number = 1; number <= 20; number += 1) {
    await publishOtherwise(world.store, { en: { "balance.card": `Card ${number}` } });
  }
  let undone = 0;
  for (;;) {
    const { publications, canUndo } = (await (
      await send(world, "drafts")
    ).json()) as PublishingOverview;
    if (!canUndo) break;
    const publication = publications[0]?.id;
    expect((await send(world, "publications/undo", { publication })).status).toBe(200);
    undone += 1;
  }
  expect(undone).toBe(20);
});

test("all texts of a draft are a million characters at most, and so is what is published with them", async () => {
  await using world = await createStudioWorld();
  const text = { language: "en", key: "balance.card", text: "Petal card" };
  await send(world, "catalogues", text);
  const lengthen = (length: number) =>
    world.store.drafts.change(account, "operator", ({ draft }) => ({
      result: null,
      ...(draft && { draft: { ...draft, texts: { en: { "help.title": "x".repeat(length) } } } }),
    }));
  await lengthen(1_000_000 - text.text.length);
  expect((await send(world, "catalogues", text)).status).toBe(200);
  await lengthen(1_000_000 - text.text.length + 1);
  const refused = await send(world, "catalogues", text);
  expect([refused.status, await refused.json()]).toEqual([
    422,
    { message: "All texts together are too long." },
  ]);
  expect((await draftIn(world)).texts).toBe(1);
  expect((await send(world, "catalogues", { ...text, text: null })).status).toBe(200);

  expect((await draftIn(world)).steps).toContain("publish");
  await publishOtherwise(world.store, { th: { "help.title": "x".repeat(20) } });
  const { steps, version, publication } = await draftIn(world);
  expect(steps).not.toContain("publish");
  const published = await send(world, "drafts/operator", {
    do: "publish",
    seen: { version, publication },
  });
  expect(await published.json()).toMatchObject({ refusal: "too_long" });
});

test("an answer may be called as a property that every object has", async () => {
  await using world = await createStudioWorld();
  const name = "constructor";
  const text = JSON.stringify({ phrases: { en: ["who built this"] }, reply: { en: "We did." } });
  expect((await send(world, "answers", { name, text })).status).toBe(200);
  const { answers } = (await (await send(world, "answers")).json()) as AnswersPage;
  expect(answers).toEqual([{ name, published: null, draft: text, faults: [] }]);
  const { version, publication, changes } = await draftIn(world);
  expect(changes.map(({ key }) => key)).toEqual([name]);
  const seen = { version, publication };
  expect((await send(world, "drafts/operator", { do: "publish", seen })).status).toBe(200);
  const { publications } = (await (await send(world, "drafts")).json()) as PublishingOverview;
  expect(publications[0]?.differences).toMatchObject([
    { key: name, parts: [{ change: "added", text: expect.stringContaining("We did.") }] },
  ]);
});

test("an answer that another version has published in another form is shown as it is stored", async () => {
  await using world = await createStudioWorld();
  const odd = JSON.stringify({ reply: { en: "Hi." }, phrases: { en: "hi" }, buttons: [{}] });
  await world.store.publications.publish({
    at: 0,
    author: "Mint",
    answers: JSON.stringify({ odd }),
    approver: null,
    source: "studio",
  });
  const { publications } = (await (await send(world, "drafts")).json()) as PublishingOverview;
  expect(publications[0]?.differences).toMatchObject([
    { key: "odd", parts: [{ change: "added", text: odd }] },
  ]);
});
