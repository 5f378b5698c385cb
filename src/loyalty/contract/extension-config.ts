/** Contract of the operation that reads the add-on's subscription. */
import { z } from "zod";
import { operation } from "./operation.ts";
import { orEmpty, record, recordOrEmpty, time } from "./parts.ts";

const textOrEmpty = orEmpty(z.string(), "");

const subscription = record({
  id: orEmpty(z.int(), 0),
  api_key: textOrEmpty,
  start_date: time,
  end_date: time,
  // The misspelling is the specification's.
  master_config_app_extention: recordOrEmpty({
    uuid: textOrEmpty,
    name: textOrEmpty,
    description: textOrEmpty,
    rating: orEmpty(z.number(), 0),
    price: orEmpty(z.number(), 0),
    logo: textOrEmpty,
    type: textOrEmpty,
  }),
  master_config_appconnect: recordOrEmpty({
    uuid: textOrEmpty,
    name: textOrEmpty,
    description: textOrEmpty,
    price: textOrEmpty,
    logo: textOrEmpty,
    type: textOrEmpty,
  }),
  business_app: record({
    uuid: textOrEmpty,
    code: textOrEmpty,
    name: textOrEmpty,
    description: textOrEmpty,
    logo: textOrEmpty,
    theme: textOrEmpty,
    theme_color: textOrEmpty,
    icon_color: textOrEmpty,
  }),
});

/** The subscription of an add-on and the business that it is installed for. Dates are ISO 8601 in UTC. */
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
