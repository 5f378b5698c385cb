/** Get Campaign: lists campaigns; their status follows from their dates. */
import type { Campaign } from "../../../loyalty/contract.ts";
import { iso, type Handler } from "../context.ts";
import { pictureUrl } from "../pictures.ts";
import { activeConditions, queryPage, nameKey, withoutNulls, type Condition } from "../listing.ts";

interface Row {
  uuid: string;
  name: string;
  description: string;
  image: string | null;
  type: Campaign["type"];
  canceled: number;
  start_at: number;
  end_at: number;
  card_types: string;
  coupon_set_uuid: string | null;
  url: string | null;
}

export const getCampaign: Handler<"getCampaign"> = (input, { database, business, now, origin }) => {
  const key = nameKey(input.search ?? "");
  return queryPage(database, input, {
    select: "*",
    from: "campaign",
    where: activeConditions(
      ["business_id = ?", business.id],
      key && ["instr(name_key, ?) > 0", key],
      input.status && inStatus(input.status, now),
    ),
    sorts: { start_date: "start_at", end_date: "end_at", name: "name_key" },
    sort: "-start_date",
    key: "id",
    toEntry: (row: Row) =>
      withoutNulls({
        uuid: row.uuid,
        name: row.name,
        description: row.description,
        image: pictureUrl(row.image, origin),
        type: row.type,
        status: statusOf(row, now),
        start_date: iso(row.start_at),
        end_date: iso(row.end_at),
        card_types: JSON.parse(row.card_types) as string[],
        coupon_set_uuid: row.coupon_set_uuid,
        url: row.url,
      }),
  });
};

function statusOf(row: Row, now: number): Campaign["status"] {
  if (row.canceled) return "CANCELED";
  if (now < row.start_at) return "SCHEDULED";
  return now < row.end_at ? "ACTIVE" : "ENDED";
}

function inStatus(status: Campaign["status"], now: number): Condition {
  const conditions: Record<Campaign["status"], Condition> = {
    CANCELED: ["canceled"],
    SCHEDULED: ["NOT canceled AND start_at > ?", now],
    ACTIVE: ["NOT canceled AND start_at <= ? AND end_at > ?", now, now],
    ENDED: ["NOT canceled AND start_at <= ? AND end_at <= ?", now, now],
  };
  return conditions[status];
}
