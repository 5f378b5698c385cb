/** Get Profile: members with their cards, searched by anything that names them exactly, else by name. */
import type { MemberCard } from "../../../loyalty/contract.ts";
import type { Handler } from "../context.ts";
import type { Database } from "../database.ts";
import { beginsWith, queryPage, nameKey, type Condition } from "../listing.ts";
import { readingsOf } from "../phone-numbers.ts";

interface Row {
  id: number;
  uuid: string;
  name: string;
  last_name: string;
  phone_code: string;
  phone_number: string;
  verified: number;
  otp_verified: number;
  line_verified: number;
  active: number;
  picture: string;
  line_id: string;
  other_data: string;
}

interface CardRow {
  member_id: number;
  uuid: string;
  card_no: string;
  nickname: string;
  type: string;
  point: number;
}

export const getProfile: Handler<"getProfile"> = (input, { database, business, origin }) => {
  const where: Condition[] = [["m.business_id = ?", business.id]];
  const search = input.search?.trim();
  if (search) where.push(searchCondition(database, business.id, search));
  const page = queryPage<Row, Row>(database, input, {
    select: "m.*",
    from: "member m",
    where,
    sorts: {
      name: "m.name_key",
      lastName: "m.last_name_key",
      phoneNumber: "m.phone_number",
      created_at: "m.created_at",
    },
    sort: "created_at",
    key: "m.id",
    toEntry: (row) => row,
  });
  const cards = cardsOf(database, page.data);
  return {
    pagination: page.pagination,
    data: page.data.map((row) => ({
      uuid: row.uuid,
      name: row.name,
      lastName: row.last_name,
      phoneCode: row.phone_code,
      phoneNumber: row.phone_number,
      verified: row.verified === 1,
      otpVerified: row.otp_verified === 1,
      lineVerified: row.line_verified === 1,
      active: activeIn(row),
      profilePicture: row.picture && origin + row.picture,
      lineId: row.line_id,
      otherData: JSON.parse(row.other_data) as { key: string; value: string }[],
      cards: cards.get(row.id) ?? [],
    })),
  };
};

/** Whether the member is active; what is stored, where that is neither. */
const activeIn = ({ active }: Pick<Row, "active">): boolean =>
  (active === 0 || active === 1 ? active === 1 : active) as boolean;

/** Matches identifiers, card and phone numbers exactly; only without such a match, the beginnings of names. */
function searchCondition(database: Database, business: number, search: string): Condition {
  const exact = database.all<{ id: number }>(
    `SELECT id FROM member WHERE business_id = ?1 AND uuid = ?2
     UNION SELECT id FROM member WHERE business_id = ?1 AND line_id = ?2
     UNION SELECT member_id FROM card WHERE business_id = ?1 AND card_no = ?2
     UNION SELECT member_id FROM phone_reading WHERE business_id = ?1 
       AND reading IN (SELECT value FROM json_each(?3))`,
    business,
    search,
    readingsOf(search),
  );
  if (exact.length > 0) {
    const ids = JSON.stringify(exact.map(({ id }) => id));
    return ["m.id IN (SELECT value FROM json_each(?))", ids];
  }
  const key = nameKey(search);
  const [name, ...names] = beginsWith("name_key", key);
  const [lastName] = beginsWith("last_name_key", key);
  const [nickname] = beginsWith("nickname_key", key);
  const values = [business, ...names];
  return [
    `m.id IN (SELECT id FROM member WHERE business_id = ? AND ${name}
       UNION SELECT id FROM member WHERE business_id = ? AND ${lastName}
       UNION SELECT member_id FROM card WHERE business_id = ? AND ${nickname})`,
    ...values,
    ...values,
    ...values,
  ];
}

/** The members' cards by member id. */
function cardsOf(database: Database, members: Row[]): Map<number, MemberCard[]> {
  const rows = database.all<CardRow>(
    `SELECT member_id, uuid, card_no, nickname, type, point
     FROM card WHERE member_id IN (SELECT value FROM json_each(?)) ORDER BY id`,
    JSON.stringify(members.map(({ id }) => id)),
  );
  const cards = new Map<number, MemberCard[]>(members.map(({ id }) => [id, []]));
  for (const { member_id, uuid, card_no, nickname, type, point } of rows)
    cards.get(member_id)?.push({ uuid, card_no, card_nickname: nickname, card_type: type, point });
  return cards;
}
