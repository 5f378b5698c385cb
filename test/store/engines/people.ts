/** Random operations on people: staff, notices, texts of theirs, and what they are answered. */
import type { StateChange } from "../../../src/store/state-changes.ts";
import type { StoredNotice } from "../../../src/store/notices.ts";
import { roles } from "../../../src/store/staff.ts";
import { draftOf } from "../conformance/drafts.ts";
import { end } from "../conformance/harness.ts";
import type { BothEngines, Operation, Side } from "./both-engines.ts";
import { members, people, strange } from "./names.ts";

/** Of a database are its id and its key. */
const told = ({ id: _id, pushKey: _key, ...notice }: StoredNotice) => notice;

const noticesOf = ({ compare }: BothEngines, who: string) =>
  compare(`notices of ${who}`, async ({ store }) => (await store.notices.of("A", who)).map(told));

/** Mostly somebody who has a notice. */
async function addressee({ pick, compare }: BothEngines): Promise<string> {
  const pushable = await compare("pushable notices", async ({ store }) =>
    (await store.notices.pushable("A")).map(told),
  );
  return pick((pushable ?? []).map(({ lineId }) => lineId)) ?? pick(people);
}

/** The id of the oldest notice of somebody, or one that none has. */
const oldest = async ({ store }: Side, who: string): Promise<number> =>
  (await store.notices.of("A", who))[0]?.id ?? 999_999;

const push: Operation = async (engines) => {
  const { pick, compare, now } = engines;
  const [who, ended] = [await addressee(engines), pick(["delivered", "retry", "refused", null])];
  await compare(`push a notice of ${who}: ${ended}`, async (side) => {
    const id = await oldest(side, who);
    const isBegun = await side.store.notices.beginPush(id, now());
    if (ended) await side.store.notices.endPush(id, ended);
    return isBegun;
  });
};

/** In a reply that was seen or not, to an event that claims them once more, or beside another's. */
const carry: Operation = async (engines) => {
  const { pick, compare, newEvent } = engines;
  const who = await addressee(engines);
  const [eventId, other] = [await newEvent(), await newEvent()];
  const [carriers, seen] = [
    pick([[eventId], [eventId, eventId], [eventId, other]]),
    pick([true, false]),
  ];
  await compare(`carry a notice of ${who}`, async (side) => {
    const ids = [await oldest(side, who)];
    for (const carrier of carriers) {
      await side.store.lineUsers.write("A", [{ kind: "carried", eventId: carrier, ids }]);
    }
  });
  await noticesOf(engines, who);
  await compare(`the reply to ${eventId} was seen: ${seen}`, async ({ store, events }) => {
    store.notices.replied("A", eventId, seen);
    await end(store, events.get(eventId)?.id ?? 0);
    events.delete(eventId);
  });
  await noticesOf(engines, who);
};

const forgetNotice: Operation = async (engines) => {
  const who = await addressee(engines);
  await engines.compare(`a notice of ${who} is obsolete`, async (side) =>
    side.store.lineUsers.write("A", [
      { kind: "obsolete", ids: [await oldest(side, who), 999_999] },
    ]),
  );
};

const addStaff: Operation = async ({ pick, below, compare, now }) => {
  const member = {
    lineId: pick(people),
    role: pick(roles),
    name: pick(strange),
    active: below(5) > 0,
    since: now(),
  };
  await compare(`add ${member.lineId}`, ({ store }) => store.staff.add("A", [member]));
};

/** Also with a code that there is already. */
const invite: Operation = async (engines) => {
  const { pick, name, recent, compare, now } = engines;
  const action = await engines.action(pick(people));
  const hash = pick([name("invite"), recent("invite")]);
  await compare(`invite ${hash}`, ({ store }) =>
    store.staff.invite("A", action, { hash, role: "cashier", expiresAt: now() + 60_000 }),
  );
};

const join: Operation = async (engines) => {
  const { pick, recent, compare } = engines;
  const action = await engines.action(pick(people));
  const [hash, name] = [recent("invite"), pick(strange)];
  await compare(`join by ${hash}`, ({ store }) => store.staff.join("A", action, hash, name));
};

const changeStaff: Operation = async ({ pick, compare, now }) => {
  const change = { by: "U1", eventId: null, at: now(), confirmation: "c", command: "remove" };
  const who = { lineId: pick(people), name: "n", role: pick(["owner", "manager"] as const) };
  const keepOwner = pick([true, false]);
  const isRemoval = pick([true, false]);
  await compare(`${isRemoval ? "remove" : "restore"} ${who.lineId}`, ({ store: { staff } }) =>
    isRemoval ? staff.remove("A", change, who, { keepOwner }) : staff.restore("A", change, who),
  );
  await compare("staff", async ({ store: { staff } }) => [
    await staff.list("A"),
    await staff.list(),
    await staff.get("A", who.lineId),
  ]);
};

const changeState: Operation = async ({ pick, compare, now }) => {
  const [lineId, other] = [pick(people), pick(people)];
  const writes: StateChange[] = [
    {
      kind: "dialogue",
      lineId,
      dialogue: JSON.stringify({ at: pick(strange), member: pick(members) }),
      expiresAt: now() + pick([-1, 0, 1000, 600_000]),
    },
    { kind: "language", lineId, language: pick(["th", "en"]) },
    { kind: "following", lineId: other, following: pick([true, false]) },
  ];
  await compare(`state of ${lineId} and ${other}`, async ({ store }) => {
    await store.lineUsers.write("A", writes);
    return {
      dialogue: await store.dialogues.get("A", other),
      user: await store.lineUsers.get("A", lineId),
      other: await store.lineUsers.get("A", other),
      known: (await store.lineUsers.known("A", 100)).toSorted(),
    };
  });
};

const guess: Operation = async ({ pick, below, compare, now }) => {
  const [secret, who] = [pick(["coupon code", "invitation"]), pick(people)];
  const [windowMs, isRight] = [pick([600_000, 1000]), below(3) === 0];
  const [code, eventId] = [`code ${below(8)}`, `event ${below(5)}`];
  await compare(`guess of ${who}`, async ({ store: { failedAttempts, usedCodes } }) => {
    const attempt = await failedAttempts.begin(secret, who, windowMs);
    if (isRight) await failedAttempts.forgive(secret, who, attempt);
    return { attempt, isFirst: await usedCodes.use(code, eventId, now() + 1000) };
  });
};

const publish: Operation = async ({ pick, below, compare, now }) => {
  const seen = pick([undefined, below(5)]);
  const audited = pick([
    undefined,
    { account: "A", actor: "operator", command: "studio" as const },
  ]);
  const by = { at: now(), author: pick(strange), source: "studio" as const };
  const overrides = JSON.stringify({ text: pick(strange) });
  const answers = JSON.stringify({ name: pick(strange) });
  const parts = pick([{ overrides }, { answers }, { overrides, answers }]);
  const publication = { ...by, ...parts, approver: pick([null, ...strange]) };
  const isUndo = below(3) === 0;
  await compare(isUndo ? "undo a publication" : "publish", ({ store: { publications } }) =>
    isUndo
      ? publications.undo(by, seen, audited)
      : publications.publish(publication, seen, audited),
  );
  await compare("publications", ({ store }) => store.publications.list(50));
};

const draft: Operation = async ({ pick, below, compare, now }) => {
  const author = pick(strange);
  const at = Math.floor(now() / 60_000) * 60_000 + below(3) * 60_000;
  const schedule = pick([null, { id: author, name: "n", at }]);
  const next = pick([null, draftOf(author, { comments: [], schedule, changedAt: now() })]);
  await compare(`draft of ${author}`, ({ store: { drafts } }) =>
    drafts.change("A", author, (state) => ({ result: state, draft: next })),
  );
  await compare("drafts", async ({ store: { drafts } }) => [
    await drafts.list("A"),
    await drafts.due("A", now()),
    await drafts.get("A", author),
  ]);
};

const enterStudio: Operation = async (engines) => {
  const { pick, below, name, recent, compare, now } = engines;
  const action = await engines.action(pick(people));
  const expiresAt = now() + pick([60_000, 86_400_000]);
  const hash = name("link");
  const used = recent("link");
  await compare(`links ${hash} and ${used}`, async ({ store: { studioAccess } }) => {
    await studioAccess.createLink("A", action, { hash, expiresAt });
    const session = { hash: `session of ${used}`, expiresAt };
    const redeemer = await studioAccess.redeemLink("A", used, session, now());
    return { redeemer, holder: await studioAccess.holderOf("A", session.hash, now()) };
  });
  if (below(4) === 0) {
    await compare("close", ({ store }) => store.studioAccess.closeAll("A", action.by));
  }
};

/** Also of facts whose LINE user id isn't a text. */
const view: Operation = async ({ pick, compare, now }) => {
  const line = {
    at: now(),
    actor: pick([...people, null]),
    eventId: null,
    action: "viewed" as const,
    command: "member",
    confirmation: null,
    refId: pick([null, ...strange]),
    memberUuid: pick([...members, null]),
    facts: { lineId: pick([...people, 7, true, null, ["U1"]]), text: pick(strange) },
  };
  await compare("view", async ({ store }) => {
    await store.lineUsers.write("A", [{ kind: "audited", account: "A", line }]);
    return store.audit.last("A", 20);
  });
};

export const peopleOperations: readonly Operation[] = [
  push,
  carry,
  carry,
  forgetNotice,
  addStaff,
  invite,
  join,
  join,
  changeStaff,
  changeState,
  guess,
  publish,
  draft,
  enterStudio,
  view,
];
