/** Contract of the operation that lists campaigns. */
import { z } from "zod";
import { listQuery, maybe, operation, orEmpty, pageOf, record, time } from "./operation.ts";

const campaignStatus = z.enum(["SCHEDULED", "ACTIVE", "ENDED", "CANCELED"]);

const campaign = record({
  uuid: z.string(),
  name: z.string(),
  description: orEmpty(z.string(), ""),
  image: maybe(z.string()),
  type: z.enum(["POINT_MULTIPLIER", "BONUS_POINT", "COUPON", "INFO"]).catch("INFO"),
  status: campaignStatus,
  start_date: time,
  end_date: maybe(time),
  card_types: orEmpty(z.array(z.string()), []),
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
