/** Contract of the operation that lists members and their cards. */
import { z } from "zod";
import { listQuery, operation } from "./operation.ts";
import { isBlank, listOf, orEmpty, orNull, pageOf, record, recordOrEmpty } from "./parts.ts";

const textOrEmpty = orEmpty(z.string(), "");
const flagOrFalse = orEmpty(z.boolean(), false);

const cardFields = {
  uuid: textOrEmpty,
  card_no: textOrEmpty,
  card_nickname: textOrEmpty,
  card_type: textOrEmpty,
  point: orNull(z.int()),
};
const memberCard = recordOrEmpty(cardFields);

/** One that isn't a list is one card of which nothing can be read: its member isn't without cards. */
const memberCards = z.preprocess(
  (value) => (isBlank(value) ? [] : Array.isArray(value) ? value : [value]),
  z.array(memberCard),
);

const memberProfile = record({
  uuid: z.string(),
  name: textOrEmpty,
  lastName: textOrEmpty,
  phoneCode: textOrEmpty,
  phoneNumber: textOrEmpty,
  verified: flagOrFalse,
  otpVerified: flagOrFalse,
  lineVerified: flagOrFalse,
  active: z.boolean(),
  profilePicture: textOrEmpty,
  // Needed: it says whose the profile is.
  lineId: z.preprocess((value) => value ?? "", z.string()),
  otherData: listOf(record({ key: textOrEmpty, value: textOrEmpty })),
  cards: memberCards,
});

/** The names of the fields that the contract has; a platform may send others beside them, which are kept. */
export const knownFields: Readonly<Record<"card" | "profile", readonly string[]>> = {
  card: Object.keys(cardFields),
  profile: Object.keys(memberProfile.shape),
};

/** A loyalty card with its balance in points, null = it can't be read; texts that are missing or can't be read are empty. */
export type MemberCard = z.output<typeof memberCard>;

/** A member of one business; missing texts are empty. */
export type MemberProfile = z.output<typeof memberProfile>;

export const memberProfiles = {
  getProfile: operation({
    group: "Member Profiles",
    name: "Get Profile",
    method: "GET",
    path: "/api/v1/connect/profiles",
    input: { query: z.object(listQuery) },
    output: pageOf(memberProfile),
    status: 200,
    origin: "specified",
    idempotency: "safe",
  }),
};
