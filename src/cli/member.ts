/** CLI command `member`: exports or erases what the store holds about one person, also while the bot runs. */
import { readConfig, type Config } from "../config/config.ts";
import type { PersonalData } from "../store/personal-data.ts";
import type { Store } from "../store/store.ts";
import { counted } from "../observability/counted.ts";
import { type Command, CommandError, parseAction, type Terminal, UsageError } from "./command.ts";
import { attachStore } from "./store.ts";

const message = "member what? export or forget, and a LINE user id or a member's uuid";
const forms = { export: { words: 1 }, forget: { words: 1, flags: ["yes"] } };
/** A LINE user id, or the uuid of a member. */
const isId = /^(?:U[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export const member: Command = {
  async run(args, terminal) {
    const { action, words, flags } = parseAction(args, forms, message);
    const [who = ""] = words;
    if (!isId.test(who)) throw new UsageError(message);
    const settings = readConfig(terminal.environment);
    const { config } = settings;
    await using store = await attachStore(settings);
    const held = await store.personalData.of(who, config.ownerLineIds);
    if (action === "forget") refuseStaff(held, config.ownerLineIds);
    if (!isAnyData(held)) throw new CommandError(`nothing is held about ${who}`);
    if (action === "export") terminal.print(JSON.stringify(held, null, 2));
    else if (flags.has("yes")) await forget(store, { who, held, config }, terminal);
    else announce(held, terminal);
    return 0;
  },
};

const isAnyData = ({
  lineIds: _ids,
  memberUuids: _uuids,
  alsoLinked: _others,
  ...lists
}: PersonalData) => Object.values(lists).some(({ length }) => length > 0);

/** @throws {CommandError} for those who may still order something. */
function refuseStaff({ lineIds, staff }: PersonalData, owners: readonly string[]): void {
  if (lineIds.some((id) => owners.includes(id))) {
    throw new CommandError("an owner by STAFF_OWNER_LINE_IDS: take the id out of it first");
  }
  if (staff.some(({ active }) => active === true)) {
    throw new CommandError("they belong to the staff: have an owner /remove them first");
  }
}

const stays = [
  "The audit is append-only and stays: it holds ids, card and coupon numbers, members as staff saw them",
  "(Olivia B., the last digits of a phone), and the names under which staff joined. What the platform,",
  "LINE and older backups hold isn't touched.",
];

/** What the store can't tell: whether a linked id is the same person's. */
const left = ({ alsoLinked }: PersonalData): string[] =>
  alsoLinked.length === 0
    ? []
    : [
        "Left alone, since the store links them to others or to the staff, too, or to more than one at once:",
        ...alsoLinked.map((id) => `  ${id}`),
        "Run the command for each of these that you know to be the same person's.",
      ];

const count = ({ length }: readonly unknown[]) => String(length).padStart(6);

function announce(held: PersonalData, { print }: Terminal): void {
  print(
    `${count(held.chats)}  choice of a language, or that they blocked the account`,
    `${count(held.events)}  open or parked events, with what was written`,
    `${count(held.notices)}  notices that were not delivered`,
    `${count(held.orders)}  orders by them or for them`,
    `${count(held.staff)}  former memberships of the staff`,
    `${count(held.invitations)}  invitations that they took`,
    `${count(held.dialogues)}  unfinished commands of theirs, or of others for them`,
    `${count(held.menus)}  rich menus that they were given`,
    `${count(held.drafts)}  drafts of texts`,
    `${count(held.access)}  log-ins to the studio`,
    `${count(held.attempts)}  counters of wrong codes`,
    `${count(held.days)}  days on which the bot answered them, told them how to join, or they joined`,
    `${count(held.profiles)}  profiles of the platform in the index of members`,
    `${count(held.transactions)}  transactions in the mirrored ledger`,
    `${count(held.unanswered)}  days on which they asked what nobody could answer, hashed`,
    `${count(held.audit)}  lines of the audit`,
    "",
    "Nothing is forgotten yet. Repeat the command with --yes to forget it.",
    ...left(held),
    ...stays,
  );
}

async function forget(
  { personalData, changes, clock }: Store,
  { who, held, config }: { who: string; held: PersonalData; config: Config },
  { print }: Terminal,
): Promise<void> {
  const { lineIds, memberUuids } = held;
  const { kept, ...gone } = await personalData.forget(who, clock.now(), config.ownerLineIds);
  await changes.announce({ kind: "member", lineIds, memberUuids, isErased: true });
  print(
    "Forgotten:",
    ...Object.entries(gone).map(([what, rows]) => `${String(rows).padStart(6)}  ${what}`),
  );
  if (kept.orders > 0) {
    print(
      `${counted(kept.orders, "order stays", "orders stay")}: what isn't settled, or is of the last two days and may count against a limit. Say it again later.`,
    );
  }
  print(
    `${counted(kept.audit, "line of the audit stays", "lines of the audit stay")}.`,
    ...left(held),
    ...stays,
    "A running bot drops what it keeps in memory within a day, or when it is started again.",
  );
}
