/** The members that staff find, where the platform's search mixes in others. */
import { expect, test } from "vitest";
import { findMembers, findMembersByEnding } from "../../../src/bot/staff/member-search.ts";
import type { MemberProfile } from "../../../src/loyalty/contract.ts";

const member = (uuid: string, more: Partial<MemberProfile>): MemberProfile =>
  ({
    uuid,
    name: "",
    lastName: "",
    phoneCode: "66",
    phoneNumber: "",
    lineId: "",
    active: true,
    cards: [],
    ...more,
  }) as MemberProfile;

const olivia = member("u1", { name: "Olivia", lastName: "Tan", phoneNumber: "812345678" });
const oliver = member("u2", { name: "Oliver", lastName: "Tan", phoneNumber: "812345679" });
const somchai = member("u3", {
  name: "Somchai",
  cards: [{ card_no: "1111 2222 3333 4444", card_nickname: "" }] as MemberProfile["cards"],
});
const everybody = [olivia, oliver, somchai];

/** A platform whose search finds everybody. */
const loyalty = {
  getProfile: async () => ({
    pagination: { total: everybody.length, page: 1, size: 100 },
    data: everybody,
  }),
};
const signal = new AbortController().signal;

test.each<[string, MemberProfile[]]>([
  ["Oliv", [olivia, oliver]],
  ["olivia", [olivia]],
  ["Tan", [olivia, oliver]],
  ["081-234-5678", [olivia]],
  ["+66 81 234 5679", [oliver]],
  ["1111222233334444", [somchai]],
  ["id:u3", [somchai]],
  ["id:u9", []],
  ["via", []],
  ["0812345670", []],
])("%s", async (written, expected) => {
  const { rows } = await findMembers(loyalty, written, signal);
  expect(rows).toEqual(expected);
});

test.each<[string, MemberProfile[]]>([
  ["5678", [olivia]],
  ["4444", [somchai]],
  ["0000", []],
])("the ending %s", async (written, expected) => {
  const { rows } = await findMembersByEnding(loyalty, written, signal);
  expect(rows).toEqual(expected);
});
