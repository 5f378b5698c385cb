/** Searches everything that members, strangers and groups were sent for data of other members. */
import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { embeddedDevAccount } from "../../src/app/embedded-accounts.ts";
import { demoPeople } from "../../src/emulators/loyalty/index.ts";
import type { SentMessages } from "../../src/emulators/line/outbox.ts";
import { stringsOf } from "./views.ts";

/** What a member's messages may show of them. */
interface Shown {
  names: Set<string>;
  cards: Set<string>;
  /** Balances and movements of four digits and more, as text. */
  points: Set<string>;
  codes: Set<string>;
}

/** By LINE user id; members without one share the empty id. */
export type MemberData = ReadonlyMap<string, Shown>;

/** Names that are also words of our texts, or of the demo's brand. */
const words = new Set(["Young", "さくら", "พักผ่อน", "สุขใจ", "ดี"]);
const isTelling = (name: string) =>
  /^[\x20-\x7f]+$/.test(name) ? name.length > 2 : name.length > 1;
const grouping = new Intl.NumberFormat("en");
const grouped = (points: number) => grouping.format(points);

/** @param file the platform's SQLite file. */
export function readMemberData(file: string): MemberData {
  using db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  const people = new Map<string, Shown>();
  const of = (lineId: unknown) => {
    const id = String(lineId);
    const known = people.get(id);
    if (known) return known;
    const shown = {
      names: new Set<string>(),
      cards: new Set<string>(),
      points: new Set<string>(),
      codes: new Set<string>(),
    };
    people.set(id, shown);
    return shown;
  };
  for (const row of db.prepare("select line_id, name, last_name from member").iterate()) {
    for (const name of [String(row["name"]), String(row["last_name"])]) {
      if (isTelling(name) && !words.has(name)) of(row["line_id"]).names.add(name);
    }
  }
  const numbers = `select line_id, card_no, point from card c join member m on m.id = c.member_id`;
  for (const row of db.prepare(numbers).iterate()) {
    of(row["line_id"]).cards.add(String(row["card_no"]));
    if (Number(row["point"]) >= 1000) of(row["line_id"]).points.add(grouped(Number(row["point"])));
  }
  const booked = `select line_id, points, balance_after from movement t
    join card c on c.id = t.card_id join member m on m.id = c.member_id
    where points >= 1000 or balance_after >= 1000`;
  for (const row of db.prepare(booked).iterate()) {
    for (const points of [Number(row["points"]), Number(row["balance_after"])]) {
      if (points >= 1000) of(row["line_id"]).points.add(grouped(points));
    }
  }
  const given = "select line_id, code from give g join member m on m.id = g.member_id";
  for (const row of db.prepare(given).iterate()) of(row["line_id"]).codes.add(String(row["code"]));
  return people;
}

/** Everybody who is or was staff by now; they are shown data of members. Owners by configuration aren't stored. */
function staffIn(storeFile: string, ownerLineIds: readonly string[]): ReadonlySet<string> {
  const demoStaff = demoPeople.flatMap((person) => (person.staff ? person.lineId : []));
  const staff = new Set([...demoStaff, ...ownerLineIds]);
  if (!existsSync(storeFile)) return staff;
  using db = new DatabaseSync(storeFile, { readOnly: true, timeout: 5000 });
  for (const { line_id } of db.prepare("select line_id from staff").iterate()) {
    staff.add(String(line_id));
  }
  return staff;
}

interface Searched {
  /** Reads the members' data as it was at times: a story may change it. */
  snapshots: () => readonly MemberData[];
  /** The bot's SQLite file. */
  storeFile: string;
  /** The owners by configuration. */
  ownerLineIds: readonly string[];
}

const fields = ["names", "cards", "points", "codes"] as const;

/** @returns one line for each thing of somebody else that was sent to somebody who isn't staff. */
export function foreignDataIn(sent: readonly SentMessages[], searched: Searched): string[] {
  const staff = staffIn(searched.storeFile, searched.ownerLineIds);
  const texts = new Map<string, string[]>();
  for (const { channelId, chatId, messages } of sent) {
    // Marketers speak as members in the dev channel.
    if (channelId === embeddedDevAccount.id) continue;
    if (!staff.has(chatId)) texts.set(chatId, [...(texts.get(chatId) ?? []), stringsOf(messages)]);
  }
  if (texts.size === 0) return [];
  const snapshots = searched.snapshots();
  return [...texts].flatMap(([chatId, parts]) => {
    const text = parts.join("\n");
    return fields.flatMap((field) => {
      const own = new Set(snapshots.flatMap((people) => [...(people.get(chatId)?.[field] ?? [])]));
      const others = new Set(
        snapshots.flatMap((people) => [...people.values()].flatMap((shown) => [...shown[field]])),
      );
      return [...others]
        .filter((value) => !isIn(own, value) && shows(text, field, value))
        .map((value) => `${chatId} was sent ${field} of others: ${value}`);
    });
  });
}

const isIn = (own: ReadonlySet<string>, value: string): boolean =>
  [...own].some((one) => one.includes(value));

function shows(text: string, field: (typeof fields)[number], value: string): boolean {
  const spelled = field === "cards" ? [value, groupedCard(value)] : [value];
  return spelled.some((one) => {
    for (let at = text.indexOf(one); at >= 0; at = text.indexOf(one, at + 1)) {
      if (!isPartOfWord(text, at, one)) return true;
    }
    return false;
  });
}

const groupedCard = (number: string) => number.replace(/(.{4})(?=.)/g, "$1 ");
const asciiWord = /[\w,]/;

/** Whether a Latin word or a number goes on before or after the place. */
function isPartOfWord(text: string, at: number, value: string): boolean {
  if (!/[a-z\d]/i.test(value)) return false;
  return asciiWord.test(text[at - 1] ?? "") || /\w/.test(text[at + value.length] ?? "");
}
