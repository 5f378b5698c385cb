/** Random operations on what is mirrored, counted, purged, exported and erased, and on the inbox. */
import type { LedgerFilter } from "../../../src/store/ledger.ts";
import type { PersonalData } from "../../../src/store/personal-data.ts";
import { until } from "../../support/until.ts";
import { event } from "../conformance/harness.ts";
import type { BothEngines, Operation } from "./both-engines.ts";
import { members, people, strange } from "./names.ts";

const dayMs = 86_400_000;
const largest = Number.MAX_SAFE_INTEGER;
/** Some are longer than any id that fits a column, or that a number tells from its neighbours. */
const ids = [
  "1",
  "01",
  "t1",
  "1e0",
  "",
  "-1",
  "+1",
  " 1",
  String(largest),
  "9007199254740993",
  "99999999999999999",
  "999999999999999999",
  "9223372036854775808",
  "9".repeat(20),
] as const;

const mirror: Operation = async ({ pick, below, compare, now }) => {
  const entries = [1, 2].map(() => ({
    uuid: `t${below(6)}`,
    id: pick([1, 2, 3, 10, largest]),
    at: now() - below(3) * 1000,
    type: pick(["ADD", "BURN"]),
    status: pick(["COMPLETED", "VOIDED"]),
    points: pick([1, 2 ** 40]),
    balanceAfter: pick([-5, 7]),
    memberUuid: pick(members),
    cardUuid: "c",
    cardHash: "h",
    refId: pick([null, "r", ""]),
    refNoHash: pick([null, "no"]),
  }));
  const covered = pick([
    undefined,
    {},
    { from: now() - 9000 },
    { until: now(), readAt: now() },
    { rereadAt: now() },
  ]);
  const [begins, offset] = [below(5) === 0, below(2)];
  const filters: LedgerFilter[] = [
    { by: "memberUuid", value: pick(members), since: now() - 2000 },
    { by: "id", value: pick(ids) },
    { by: "refId", value: pick(["r", ""]) },
    { by: "refNoHash", value: "no" },
  ];
  await compare("mirror", async ({ store: { ledger } }) => {
    if (begins) await ledger.begin("p", now() - 5000);
    await ledger.save(entries, covered);
    return ledger.coverage("p");
  });
  for (const filter of filters) {
    await compare(`mirrored ${JSON.stringify(filter)}`, ({ store }) =>
      store.ledger.find(filter, { limit: 3, offset }),
    );
  }
};

const index: Operation = async ({ pick, below, compare }) => {
  const entries = [1, 2].map(() => ({
    hash: `h${below(3)}`,
    uuid: `u${below(4)}`,
    page: below(5),
  }));
  const [crawl, next, hash, ends] = [below(4), pick([null, 3]), `h${below(3)}`, below(5) === 0];
  await compare(`index ${hash}`, async ({ store: { memberIndex } }) => {
    const cursor = await memberIndex.loadCursor("p");
    const inserted = await memberIndex.upsert(entries, crawl, next);
    if (ends) await memberIndex.finishCrawl(crawl);
    return { cursor, inserted, found: await memberIndex.find(hash) };
  });
};

const count: Operation = async ({ pick, below, compare }) => {
  const counts = ["a", "B", "ä"].map((name) => ({
    day: `2026-11-${10 + below(15)}`,
    kind: "answer" as const,
    name,
    language: pick(["th", "en"]),
    count: 1 + below(3),
  }));
  await compare("count", async ({ store: { statistics } }) => {
    await statistics.add("A", counts);
    return [await statistics.list("A", "2026-11-12", "2026-11-20"), await statistics.accounts()];
  });
};

/** Few texts and days, so that some have been asked by three people within the days that count. */
const ask: Operation = async ({ pick, below, compare, now }) => {
  const account = pick(["A", "A", "B"]);
  const [text, language] = [pick(["dogs", "ä", "犬"]), pick(["th", "en"])];
  const from = `2026-11-${18 + below(5)}`;
  const askers = [pick(people), pick(people), pick(people)];
  const days = askers.map(() => `2026-11-${20 + below(5)}`);
  await compare(`ask ${text}`, async ({ store: { unanswered } }) => {
    for (const [at, asker] of askers.entries()) {
      const day = days[at] ?? "";
      await unanswered.add(account, { text, language, asker, day, from, at: now() });
    }
    return [await unanswered.list("A", "2026-11-01"), await unanswered.list("A", from)];
  });
};

const set: Operation = async ({ pick, below, compare, now }) => {
  const price = {
    setUuid: `set ${below(3)}`,
    before: pick([null, 5, 6]),
    after: pick([null, 5, 6, 2 ** 40]),
  };
  const link = { menu: pick(["a", "b"]), at: now() };
  const before = pick([null, { menu: "a", at: now() - 1000 }]);
  const value = pick(strange);
  await compare("price, menu and setting", async ({ store }) => {
    await store.settings.set("x", value);
    return {
      isPriced: await store.staffPrices.replace("A", price),
      prices: await store.staffPrices.list("A"),
      isLinked: await store.menuLinks.replace("A", "U1", link, before),
      link: await store.menuLinks.get("A", "U1"),
      value: await store.settings.get("x"),
    };
  });
};

const purge: Operation = async ({ below, compare, now }) => {
  const before = {
    texts: now() - dayMs,
    traces: now() - 2 * dayMs,
    ledger: now() - 2000,
    statistics: now(),
    unanswered: Date.parse(`2026-11-${18 + below(4)}`),
  };
  await compare("purge", ({ store }) => store.retention.purge(before, () => Promise.resolve()));
};

/** Of a database are the ids of rows. */
const rowsOf = (data: PersonalData) =>
  Object.fromEntries(
    Object.entries(data).map(([part, rows]) => [
      part,
      part === "audit" || part === "events" || part === "notices"
        ? rows.map(({ id: _id, ...row }: Record<string, unknown>) => row)
        : rows,
    ]),
  );

const personal: Operation = async ({ pick, below, compare, now }) => {
  const who = pick([...people, ...members, "7"]);
  await compare(`export ${who}`, async ({ store }) => rowsOf(await store.personalData.of(who)));
  if (below(6) > 0) return;
  await compare(`erase ${who}`, ({ store }) => store.personalData.forget(who, now()));
};

/** One that is there already, with a new one. */
const insert: Operation = async ({ pick, compare, newEvent, now }) => {
  const former = await newEvent();
  const added = `${former} and another`;
  const [who, text] = [pick(people), pick(strange)];
  await compare(`event ${added}`, async ({ store }) => {
    const both = [event(former, who), { ...event(added, `chat of ${added}`), event: { text } }];
    const inserted = await store.inbox.insertNew("A", both, now());
    return inserted.map(({ id: _id, ...one }) => one);
  });
};

const answer: Operation = async (engines) => {
  const { pick, compare, newEvent } = engines;
  const eventId = await newEvent();
  const [messages, language] = [JSON.stringify([{ text: pick(strange) }]), pick(["th", "en"])];
  const lineId = pick(people);
  await compare(`answer ${eventId}`, async ({ store: { inbox, lineUsers }, events }) => {
    const stored = events.get(eventId);
    if (!stored) return null;
    const before = await inbox.recordAttempt(stored.id);
    await inbox.saveReply(stored, messages, [{ kind: "language", lineId, language }]);
    const after = await inbox.recordAttempt(stored.id);
    return { before, after, user: await lineUsers.get("A", lineId) };
  });
};

const park: Operation = async (engines: BothEngines) => {
  const { below, compare, newEvent } = engines;
  const eventId = await newEvent();
  const isDropped = below(2) === 0;
  await compare(`park ${eventId}`, async ({ store: { inbox, check }, events }) => {
    const id = events.get(eventId)?.id ?? 0;
    events.delete(eventId);
    inbox.park(id, "failed");
    await check();
    await until(async () => (await inbox.get(id)) !== null);
    const { id: _id, ...parked } = (await inbox.get(id)) ?? { id };
    const listed = (await inbox.parked()).map(({ id: _of, ...one }) => one);
    return { parked, listed, isDropped: isDropped && (await inbox.drop(id)) };
  });
  await compare("counts", ({ store }) => store.inbox.counts());
};

export const upkeepOperations: readonly Operation[] = [
  mirror,
  mirror,
  index,
  count,
  ask,
  ask,
  set,
  purge,
  personal,
  personal,
  insert,
  answer,
  park,
];
