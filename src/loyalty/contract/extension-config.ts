/** The contract of the add-on's own subscription. */
import { z } from "zod";
import { operation, orEmpty, record } from "./operation.ts";

const word = orEmpty(z.string(), "");

const subscription = record({
  id: z.int(),
  api_key: word,
  start_date: z.string(),
  end_date: z.string(),
  // The specification spells it so.
  master_config_app_extention: record({
    uuid: z.string(),
    name: word,
    description: word,
    rating: orEmpty(z.number(), 0),
    price: orEmpty(z.number(), 0),
    logo: word,
    type: word,
  }),
  master_config_appconnect: record({
    uuid: z.string(),
    name: word,
    description: word,
    price: word,
    logo: word,
    type: word,
  }),
  business_app: record({
    uuid: z.string(),
    code: z.string(),
    name: word,
    description: word,
    logo: word,
    theme: word,
    theme_color: word,
    icon_color: word,
  }),
});

/** The plan of an add-on, and the business it is installed on. Dates are ISO 8601, UTC. */
export type AddOnSubscription = z.output<typeof subscription>;

export const extensionConfig = {
  getCurrentAddOnStatus: operation({
    group: "Extension Config",
    name: "Get Current Add-On status",
    method: "GET",
    path: "/api/v1/connect/",
    output: subscription,
    status: 200,
    origin: "specified",
    auth: "exchange",
    idempotency: "safe",
  }),
};
