/** Contract of the operation that lists campaigns. */
import { z } from "zod";
import { listQuery, operation } from "./operation.ts";
import { isBlank, maybe, orEmpty, pageOf, record, time } from "./parts.ts";

const campaignStatus = z.enum(["SCHEDULED", "ACTIVE", "ENDED", "CANCELED"]);

/**
 * The types of cards that a campaign is for, without elements that can't be read; empty = for all. One of which no
 * element can be read isn't for all.
 */
const cardTypes = z.preprocess((value) => {
  if (isBlank(value)) return [];
  if (!Array.isArray(value)) return value;
  const types = value.flatMap((type) =>
    typeof type === "string" || typeof type === "number" ? String(type) : [],
  );
  return types.length > 0 ? types : value;
}, z.array(z.string()));

const campaign = record({
  uuid: z.string(),
  name: orEmpty(z.string(), ""),
  description: orEmpty(z.string(), ""),
  image: maybe(z.string()),
  type: z.enum(["POINT_MULTIPLIER", "BONUS_POINT", "COUPON", "INFO"]).catch("INFO"),
  status: campaignStatus,
  start_date: time,
  end_date: maybe(time),
  card_types: cardTypes,
  coupon_set_uuid: maybe(z.string()),
  url: maybe(z.string()),
});

/** A campaign; without card types it applies to every card. */
export type Campaign = z.output<typeof campaign>;

export const campaigns = {
  getCampaign: operation({
    group: "Campaigns",
    name: "Get Campaign",
    method: "GET",
    path: "/api/v1/connect/campaigns",
    input: { query: z.object({ ...listQuery, status: campaignStatus.optional() }) },
    output: pageOf(campaign),
    status: 200,
    origin: "assumed",
    idempotency: "safe",
  }),
};
