/** Publishing in the studio: drafts of their authors, reviews, publications, undo, and what the audit has of it. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { embeddedDevAccount } from "../../src/app/embedded-accounts.ts";
import type { DraftView, PublishingOverview } from "../../src/studio/server/draft-types.ts";
import type { CatalogueTable } from "../../src/studio/server/api-types.ts";
import { buttonIn, factsOf } from "../support/staff.ts";
import { logInByLink, studioOf } from "../support/studio.ts";
import { stringsOf } from "../support/views.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
/** Cookies: of two marketers, an owner, and nobody, who is the operator here. */
let mint: string;
let alex: string;
let owner: string;
const operator = "";

beforeEach(async () => {
  world = await createWorld();
  const code = /\/join (\w+)/.exec(factsOf(await world.sendText("owner", "/invite marketer")))?.[1];
  await world.sendText("stranger", `/join ${code}`);
  mint = await logInByLink(world, "marketer");
  alex = await logInByLink(world, "stranger");
  owner = await logInByLink(world, "owner");
});
afterEach(() => world[Symbol.asyncDispose]());

const get = async <T>(path: string, cookie: string): Promise<T> =>
  (await studioOf(world).call(path, undefined, cookie)).json() as Promise<T>;
const post = async (path: string, body: unknown, cookie: string) => {
  const response = await studioOf(world).call(path, body, cookie);
  const { refusal } = (await response.json()) as { refusal?: string };
  return refusal ?? response.status;
};
const write = (cookie: string, key: string, text: string | null, language = "en") =>
  post("catalogues", { language, key, text }, cookie);
const marketerId = () => world.lineId("marketer");
const act = (cookie: string, body: object, author = marketerId()) =>
  post(`drafts/${author}`, body, cookie);
const view = (cookie: string, author = marketerId()) => get<DraftView>(`drafts/${author}`, cookie);
const overview = (cookie: string) => get<PublishingOverview>("drafts", cookie);
/** From the overview, which renders no samples. */
async function seenBy(cookie: string, author = marketerId()) {
  const { drafts, publications } = await overview(cookie);
  const version = drafts.find((draft) => draft.author === author)?.version ?? 0;
  return { version, publication: publications[0]?.id ?? 0 };
}
const publish = async (cookie: string, author = marketerId()) =>
  act(cookie, { do: "publish", seen: await seenBy(cookie, author) }, author);
const approve = async (cookie: string, author = marketerId()) =>
  act(cookie, { do: "approve", version: (await seenBy(cookie, author)).version }, author);
const points = async () => stringsOf(await world.sendText("olivia", "points"));
/** The sample of the balance, as somebody sees it in the dev channel. */
async function inDevChannel(label: string): Promise<string> {
  const channel = { channel: embeddedDevAccount.id };
  const message = { type: "text", text: "/preview balance en" } as const;
  const event = world.line.compose(world.lineId(label), message, channel);
  const { webhookEventId } = await world.line.deliver([event], channel);
  await world.bot.idle();
  return stringsOf(
    world.line.sent.find((sent) => sent.webhookEventId === webhookEventId)?.messages,
  );
}
const auditOf = async () =>
  factsOf(await world.sendText("owner", "/audit 20"))
    .split("\n")
    .filter((line) => line.includes("/studio · ") && !/log/.test(line))
    .map((line) => line.split(" · ").slice(1).join(" · "));

describe("a draft", () => {
  test("belongs to its author, and shows each difference, where it appears, and what is doubtful", async () => {
    expect(
      await write(mint, "balance.points", "{points, plural, one {# petal} other {# petals}}"),
    ).toBe(200);
    expect(await write(mint, "balance.points", "{points, plural, one {#}}"), "no other").toBe(422);
    expect(await write(mint, "balance.empty", "ยังไม่มีบัตรนะคะ", "th")).toBe(200);
    expect(await write(mint, "help.title", "Same")).toBe(200);
    expect(await write(mint, "help.title", null)).toBe(200);
    const table = await get<CatalogueTable>("catalogues", alex);
    expect(JSON.stringify(table), "nobody else's draft").not.toContain("petal");
    expect(await write(mint, "coupons.label", "Treats")).toBe(200);

    expect(await inDevChannel("marketer")).toContain("petal");
    expect(await inDevChannel("stranger"), "nobody else's draft").not.toContain("petal");

    const { changes, warnings, steps, texts } = await view(alex);
    expect({ texts, steps }).toEqual({ texts: 3, steps: [] });
    const of = (key: string) => changes.find((change) => change.key === key);
    expect(of("balance.points")).toMatchObject({
      place: expect.stringMatching(/^Members read it in “Points”/),
      differences: [{ language: "en", isConflict: false }],
      warnings: ["Not changed in Thai, Japanese and Traditional Chinese."],
    });
    const parts = of("balance.points")?.differences[0]?.parts ?? [];
    const textOf = (change: string) =>
      parts.flatMap((part) => (part.change === change ? [part.text] : [])).join("|");
    expect(textOf("removed")).toMatch(/^[^{}]*point/);
    expect(textOf("added")).toMatch(/petal\b.*petals/);
    expect(textOf("same")).toContain("{points, plural, one {");
    expect(of("balance.empty")?.warnings).toContain("th: {name} isn’t shown any more.");
    const thai = of("balance.empty")?.differences[0]?.parts ?? [];
    expect(thai.length, "Thai has words, too").toBeGreaterThan(2);
    expect(of("coupons.label")?.place).toMatch(/It is on the rich menu\.$/);
    expect(await write(mint, "coupons.label", "T".repeat(39))).toBe(200);
    expect(await write(mint, "balance.points", "{points, plural, other {# petals}}")).toBe(200);
    expect(warnings).toEqual([]);
    const doubtful = await view(alex);
    expect(doubtful.warnings).toEqual([
      expect.stringMatching(
        /^en: letters on a button, 20 of 20, in “Points”, “Membership card”, .*more replies\.$/,
      ),
    ]);
    expect(doubtful.changes.find(({ key }) => key === "balance.points")?.warnings).toContain(
      "en: {points} lacks the plural form “one”: “other” is used in its place.",
    );
    expect(await act(alex, { do: "discard" })).toBe("not_the_author");
    expect(await act(owner, { do: "discard" })).toBe(200);
    expect((await overview(mint)).drafts).toEqual([]);
  });

  test("is reviewed by somebody else, published to members at once, and undone", async () => {
    await write(mint, "balance.number", "Petal number");
    expect(await publish(mint), "two marketers").toBe("needs_approval");
    expect(await approve(alex)).toBe("not_requested");
    expect(await act(alex, { do: "request_review" })).toBe("not_the_author");
    expect(await act(mint, { do: "request_review" })).toBe(200);
    expect(await approve(mint)).toBe("own_draft");
    expect(await act(alex, { do: "approve", version: 99 })).toBe("changed");
    const { version } = await seenBy(mint);
    await act(mint, { do: "discard" });
    world.clock.turn(1);
    await write(mint, "balance.number", "Petal no.");
    await act(mint, { do: "request_review" });
    expect(await act(alex, { do: "approve", version }), "a former draft").toBe("changed");
    expect(await act(alex, { do: "comment", text: "Petal or petals?" })).toBe(200);
    expect(await publish(alex), "not approved yet").toBe("needs_approval");
    expect(await approve(alex)).toBe(200);
    await write(mint, "balance.number", "Petals");
    expect(await publish(mint), "another text needs another approval").toBe("needs_approval");
    await act(mint, { do: "request_review" });
    expect(await approve(owner)).toBe(200);
    expect(await act(mint, { do: "request_review" }), "by a tab that is behind").toBe(200);
    const { comments, approver } = await view(mint);
    expect(comments).toMatchObject([{ text: "Petal or petals?" }]);
    expect(approver).not.toBeNull();
    const before = await seenBy(mint);
    expect(await publish(mint)).toBe(200);
    expect(await points(), "without a wait").toContain("Petals");
    expect(await act(mint, { do: "publish", seen: before })).toBe("no_draft");

    const { publications, canUndo } = await overview(alex);
    expect(canUndo).toBe(true);
    expect(publications).toMatchObject([
      { id: 1, approver, source: "studio", differences: [{ key: "balance.number" }] },
    ]);
    expect(await post("publications/undo", { publication: 0 }, alex)).toBe("overtaken");
    expect(await post("publications/undo", { publication: 1 }, alex)).toBe(200);
    expect(await points()).not.toContain("Petals");
    expect(await post("publications/undo", { publication: 2 }, alex)).toBe(409);
    expect((await overview(alex)).canUndo).toBe(false);
    const steps = (await auditOf()).map((line) => line.split(" · ")[2]);
    expect(steps).toEqual([
      "undid the publication",
      "published",
      "approved",
      "asked for a review",
      "approved",
      "commented",
      "asked for a review",
      "asked for a review",
    ]);
  });

  test("is published at its time in the business's zone, over a restart, unless it may not be any more", async () => {
    await write(mint, "balance.number", "Petal number");
    await act(mint, { do: "request_review" });
    await approve(alex);
    const inBangkok = (ms: number) =>
      new Date(world.clock.now() + ms + 7 * 3_600_000).toISOString().slice(0, 16);
    const plan = async (cookie: string, local: string, author?: string) =>
      act(cookie, { do: "schedule", seen: await seenBy(cookie, author), local }, author);
    expect(await plan(mint, "soon")).toBe(400);
    expect(await plan(mint, inBangkok(-60_000))).toBe("wrong_time");
    expect(await plan(mint, inBangkok(3 * 3_600_000))).toBe(200);
    expect(await act(alex, { do: "unschedule" })).toBe(200);
    expect(await plan(mint, inBangkok(3_600_000))).toBe(200);
    const { publishAt, planner } = await view(alex);
    expect(planner).not.toBeNull();
    await write(operator, "balance.card", "Petal card");
    expect(await plan(operator, inBangkok(2 * 3_600_000), "operator")).toBe(200);
    const save = async (text: string) =>
      (
        await studioOf(world).call("catalogues", { language: "en", key: "balance.number", text })
      ).json();
    expect(await save("Too late")).toEqual({ ended: "plan" });
    expect((await view(alex, "operator")).publishAt, "another text").toBeNull();
    expect((await auditOf())[0], "who ended it").toMatch(/took the schedule back/);
    expect(await plan(operator, inBangkok(2 * 3_600_000), "operator")).toBe(200);
    expect(await save("Too late"), "the same text").toEqual({ ended: null });

    await world.restart();
    world.clock.turn((publishAt ?? 0) - world.clock.now() - 1000);
    await world.advanceTime(0);
    expect(await points()).not.toContain("Petal number");
    await world.advanceTime(16_000);
    expect(await points()).toContain("Petal number");
    world.clock.turn(3_600_000);
    await world.advanceTime(20_000);
    expect(await points(), "the same text").toContain("Petal number");
    expect((await view(alex, "operator")).comments).toMatchObject([
      { name: "The bot", text: expect.stringContaining("the same texts meanwhile") },
    ]);
    const steps = (await auditOf()).map((line) => line.split(" · ")[2]);
    expect(steps.slice(0, 2)).toEqual(["took the schedule back", "published"]);
  });

  test("that others have overtaken says so: nobody's texts are lost", async () => {
    await write(mint, "balance.number", "Mint’s");
    await write(operator, "unknown.body", "Pardon?");
    await write(operator, "balance.number", "The operator’s");
    const stale = await seenBy(mint);
    expect(await publish(operator, "operator"), "needs no approval").toBe(200);
    await act(mint, { do: "request_review" });
    expect(await approve(alex)).toBe(200);
    expect(await act(mint, { do: "publish", seen: stale })).toBe("overtaken");
    expect(await publish(mint)).toBe("conflict");
    const { overtakenBy, changes, steps } = await view(mint);
    expect(overtakenBy).toMatchObject({ id: 1, author: "Operator", hasConflicts: true });
    expect(changes[0]?.differences[0]).toMatchObject({ isConflict: true });
    expect(steps).toContain("rebase");
    expect(await act(mint, { do: "rebase", seen: await seenBy(mint) })).toBe(200);
    expect(await publish(mint), "what was approved was another difference").toBe("needs_approval");
    await act(mint, { do: "request_review" });
    await approve(alex);
    expect(await publish(mint)).toBe(200);
    expect(await points()).toContain("Mint’s");
    world.clock.turn(60_001);
    expect(stringsOf(await world.sendText("olivia", "what now"))).toContain("Pardon?");
  });
});

test("a plan of one's own, which a review would have to come before by now, says so at its time", async () => {
  await world[Symbol.asyncDispose]();
  world = await createWorld();
  mint = await logInByLink(world, "marketer");
  await write(mint, "balance.number", "Petal number");
  const local = new Date(world.clock.now() + 8 * 3_600_000).toISOString().slice(0, 16);
  expect(await act(mint, { do: "schedule", seen: await seenBy(mint), local })).toBe(200);
  const code = /\/join (\w+)/.exec(factsOf(await world.sendText("owner", "/invite marketer")))?.[1];
  await world.sendText("stranger", `/join ${code}`);
  world.clock.turn(3_600_000);
  await world.advanceTime(20_000);
  const { comments, steps, publishAt } = await view(mint);
  expect(comments).toMatchObject([
    { name: "The bot", text: "Not published at its time: it has to be approved first." },
  ]);
  expect({ steps, publishAt }).toEqual({ steps: ["request_review", "discard"], publishAt: null });
});

async function removeAlex(): Promise<void> {
  const asked = await world.sendText("owner", `/remove ${world.lineId("stranger")}`);
  await world.tapButton("owner", buttonIn(asked, /%2Fyes/));
}

describe("an approval", () => {
  beforeEach(async () => {
    await world[Symbol.asyncDispose]();
    world = await createWorld({ WORDS_REVIEW: "on" });
    const code = /\/join (\w+)/.exec(
      factsOf(await world.sendText("owner", "/invite marketer")),
    )?.[1];
    await world.sendText("stranger", `/join ${code}`);
    mint = await logInByLink(world, "marketer");
    alex = await logInByLink(world, "stranger");
    owner = await logInByLink(world, "owner");
    await write(mint, "balance.number", "Petal number");
    await act(mint, { do: "request_review" });
    expect(await approve(alex)).toBe(200);
  });

  test("ends with its giver's right to give it; another one is awaited", async () => {
    await removeAlex();
    expect(await publish(mint)).toBe("needs_approval");
    expect((await overview(owner)).drafts[0]?.review).toBe("requested");
    expect(await view(owner)).toMatchObject({ approver: null, steps: ["approve", "discard"] });
    expect(await approve(owner)).toBe(200);
    expect(await publish(mint)).toBe(200);
    expect(await points()).toContain("Petal number");
  });

  test("doesn't publish at a planned time after its giver has left", async () => {
    const local = new Date(world.clock.now() + 8 * 3_600_000).toISOString().slice(0, 16);
    expect(await act(mint, { do: "schedule", seen: await seenBy(mint), local })).toBe(200);
    await removeAlex();
    world.clock.turn(3_600_000);
    await world.advanceTime(20_000);
    expect(await points()).not.toContain("Petal number");
    expect((await view(mint)).comments).toMatchObject([
      { name: "The bot", text: "Not published at its time: it has to be approved first." },
    ]);
  });
});

test("with one marketer nobody has to approve, unless WORDS_REVIEW says so", async () => {
  await world.sendText("owner", `/remove ${world.lineId("stranger")}`);
  await world[Symbol.asyncDispose]();
  for (const [review, published] of [
    [undefined, 200],
    ["on", "needs_approval"],
  ] as const) {
    world = await createWorld(review ? { WORDS_REVIEW: review } : {});
    mint = await logInByLink(world, "marketer");
    await write(mint, "balance.number", "Petal number");
    expect(await publish(mint)).toBe(published);
    if (review === undefined) await world[Symbol.asyncDispose]();
  }
});
