/** Puts members with their cards into a business. */
import { iso } from "../context.ts";
import type { Database } from "../database.ts";
import { nameKey } from "../listing.ts";
import { readingsOf } from "../phone.ts";
import { logoPath } from "../pictures.ts";
import { lineIdOf, uuidOf } from "./identifiers.ts";
import type { DemoMember } from "./people.ts";

export interface SeededCard {
  id: number;
  type: string;
  point: number;
}

export interface SeededMember {
  id: number;
  label: string;
  cards: SeededCard[];
}

/** Card numbers count up from here within a business. */
const firstCardNo = 880_000_100_001;
const colors = ["D4738C", "5B8C7B", "7A6BB0", "C08A3E", "4A7FB5"];

/** @param since when they joined, in milliseconds since 1970. */
export function addMember(
  database: Database,
  business: { id: number; code: string },
  member: DemoMember,
  since: number,
): SeededMember {
  const { label, name, lastName, phone, verified = true } = member;
  const scope = `${business.code}/${label}`;
  const { id } = database.run(
    `INSERT INTO member (business_id, uuid, name, last_name, phone_code, phone_number, verified,
       otp_verified, line_verified, active, picture, line_id, other_data, created_at, name_key,
       last_name_key) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    business.id,
    uuidOf(`member ${scope}`),
    name,
    lastName,
    ...phone,
    verified,
    verified,
    member.line !== null,
    member.active !== false,
    member.picture === false ? "" : logoPath(name, colors[name.length % colors.length]!),
    member.line === null ? "" : lineIdOf(member.line ?? label),
    JSON.stringify(member.otherData ?? []),
    since,
    // With the other name behind, so that a whole name is found in either order.
    nameKey(name + lastName),
    nameKey(lastName + name),
  );
  for (const reading of new Set(readingsOf(...phone)))
    database.run(
      "INSERT INTO phone_reading (business_id, reading, member_id) VALUES (?, ?, ?)",
      business.id,
      reading,
      id,
    );
  const cards = member.cards.map(([type, point, nickname = ""], index) => {
    const uuid = uuidOf(`card ${scope} ${index}`);
    const card = database.run(
      `INSERT INTO card (business_id, member_id, uuid, card_no, nickname, nickname_key, type, point)
       SELECT ?1, ?2, ?3, CAST(?4 + count(*) AS INTEGER), ?5, ?6, ?7, 0 FROM card WHERE business_id = ?1`,
      business.id,
      id,
      uuid,
      firstCardNo,
      nickname,
      nameKey(nickname),
      type,
    );
    return { id: card.id, type, point };
  });
  return { id, label, cards };
}

/** An opening balance is a movement like any other. */
export function openBalance(
  database: Database,
  business: { id: number },
  card: SeededCard,
  point: number,
  at: number,
): void {
  if (point === 0) return;
  database.run(
    `INSERT INTO movement (business_id, card_id, uuid, type, status, method, points, balance_after,
       channel, remark, created_at) VALUES (?, ?, ?, 'ADD', 'COMPLETED', 2, ?, ?, 'API', ?, ?)`,
    business.id,
    card.id,
    uuidOf(`opening ${card.id} ${iso(at)}`),
    point,
    point,
    "opening balance",
    at,
  );
  database.run("UPDATE card SET point = point + ? WHERE id = ?", point, card.id);
}
