/** The contract of members and their cards. */
import { z } from "zod";
import { listQuery, operation, orEmpty, pageOf, record } from "./operation.ts";

const word = orEmpty(z.string(), "");
const no = orEmpty(z.boolean(), false);

const memberCard = record({
  uuid: z.string(),
  card_no: z.string(),
  card_nickname: word,
  card_type: word,
  point: z.int(),
});

const memberProfile = record({
  uuid: z.string(),
  name: word,
  lastName: word,
  phoneCode: word,
  phoneNumber: word,
  verified: no,
  otpVerified: no,
  lineVerified: no,
  active: z.boolean(),
  profilePicture: word,
  lineId: word,
  otherData: orEmpty(z.array(record({ key: z.string(), value: word })), []),
  cards: orEmpty(z.array(memberCard), []),
});

/** A loyalty card with its balance in points. */
export type MemberCard = z.output<typeof memberCard>;

/** A member of one business; text that the platform doesn't know is empty. */
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
