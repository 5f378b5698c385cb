/** Inserts demo members with their cards. */
import type { Context } from "../context.ts";
import { nameKey } from "../listing.ts";
import { addPoint } from "../operations/addPoint.ts";
import { phoneReadings } from "../phone-numbers.ts";
import { logoPath } from "../pictures.ts";
import { lineIdOf, uuidOf } from "./identifiers.ts";
import type { DemoMember } from "./chosen-members.ts";

export interface SeededCard {
  card_no: string;
  type: string;
  /** The intended final balance; the card starts at 0. */
  point: number;
}

export interface SeededMember {
  uuid: string;
  label: string;
  active: boolean;
  cards: SeededCard[];
}

/** The first card number of a business. */
const firstCardNo = 880_000_100_001;
const colors = ["D4738C", "5B8C7B", "7A6BB0", "C08A3E", "4A7FB5"];

/** Inserts a member who joined at `context.now`, with cards of balance 0. */
export function addMember(context: Context, member: DemoMember): SeededMember {
  const { database, business, now } = context;
  const { label, name, lastName, phone, verified = true, active = true } = member;
  const scope = `${business.code}/${label}`;
  const uuid = uuidOf(`member ${scope}`);
  const { id } = database.run(
    `INSERT INTO member (business_id, uuid, name, last_name, phone_code, phone_number, verified,
       otp_verified, line_verified, active, picture, line_id, other_data, created_at, name_key,
       last_name_key) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    business.id,
    uuid,
    name,
    lastName,
    ...phone,
    verified,
    verified,
    member.line !== null,
    active,
    member.picture === false ? "" : logoPath(name, colors[name.length % colors.length]!),
    member.line === null ? "" : lineIdOf(member.line ?? label),
    JSON.stringify(member.otherData ?? []),
    now,
    // Both names in either order, so that a search for the full name matches.
    nameKey(name + lastName),
    nameKey(lastName + name),
  );
  for (const reading of phoneReadings(...phone))
    database.run(
      "INSERT INTO phone_reading (business_id, reading, member_id) VALUES (?, ?, ?)",
      business.id,
      reading,
      id,
    );
  const cards = member.cards.map(([type, point, nickname = ""], index) => {
    const { card_no } = database.get<{ card_no: string }>(
      `INSERT INTO card (business_id, member_id, uuid, card_no, nickname, nickname_key, type, point)
       SELECT ?1, ?2, ?3, CAST(coalesce(max(card_no) + 1, ?4) AS INTEGER), ?5, ?6, ?7, 0
       FROM card WHERE business_id = ?1 RETURNING card_no`,
      business.id,
      id,
      uuidOf(`card ${scope} ${index}`),
      firstCardNo,
      nickname,
      nameKey(nickname),
      type,
    )!;
    return { card_no, type, point };
  });
  return { uuid, label, active, cards };
}

/** Books the opening balance of a card. */
export function openBalance(context: Context, { card_no }: SeededCard, points: number): void {
  if (points > 0) addPoint({ card_no, method: 2, points, remark: "opening balance" }, context);
}
