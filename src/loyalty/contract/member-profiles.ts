/** Contract of the operation that lists members and their cards. */
import { z } from "zod";
import { listQuery, operation, orEmpty, pageOf, record } from "./operation.ts";

const textOrEmpty = orEmpty(z.string(), "");
const flagOrFalse = orEmpty(z.boolean(), false);

const memberCard = record({
  uuid: z.string(),
  card_no: z.string(),
  card_nickname: textOrEmpty,
  card_type: textOrEmpty,
  point: z.int(),
});

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
  lineId: textOrEmpty,
  otherData: orEmpty(z.array(record({ key: z.string(), value: textOrEmpty })), []),
  cards: orEmpty(z.array(memberCard), []),
});

/** The names of the fields that the contract has; a platform may send others beside them, which are kept. */
export const knownFields: Readonly<Record<"card" | "profile", readonly string[]>> = {
  card: Object.keys(memberCard.shape),
  profile: Object.keys(memberProfile.shape),
};

/** A loyalty card with its balance in points. */
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
