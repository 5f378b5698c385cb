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
const gold = member("u4", {
  cards: [{ card_no: "MC-0007", card_nickname: "" }] as MemberProfile["cards"],
});
const shop = member("u5", { name: "ร้าน๗" });
const everybody = [olivia, oliver, somchai, gold, shop];

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
  ["０８１－２３４－５６７８", [olivia]],
  ["（081）234-5678", [olivia]],
  ["＋66 81 234 5678", [olivia]],
  ["081‑234‑5678", [olivia]],
  ["081‐234‐5678", [olivia]],
  ["081−234−5678", [olivia]],
  ["081ー234ー5678", [olivia]],
  ["\u202A081-234-5678\u202C", [olivia]],
  ["\u2068081-234-5678\u2069", [olivia]],
  ["081\u200B2345678", [olivia]],
  ["ร้าน๗", [shop]],
  ["ร้าน7", [shop]],
  ["ร้าน", [shop]],
  ["1111222233334444", [somchai]],
  ["1111 2222 3333 4444\u202C", [somchai]],
  ["mc‑๐๐๐๗\u202C", [gold]],
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
  ["\u202A４４４４\u202C", [somchai]],
  ["0000", []],
])("the ending %s", async (written, expected) => {
  const { rows } = await findMembersByEnding(loyalty, written, signal);
  expect(rows).toEqual(expected);
});

/** A platform whose search finds a member by their number alone, in one of two forms. */
const exact = (forms: readonly string[], found: MemberProfile) => ({
  getProfile: async ({ search = "" }: { search?: string | undefined }) => {
    const data = forms.includes(search) ? [found] : [];
    return { pagination: { total: data.length, page: 1, size: 100 }, data };
  },
});

test.each<[string, readonly string[], MemberProfile]>([
  ["\u202A０８１－２３４－５６７８\u202C", ["0812345678"], olivia],
  ["1111 2222 3333 4444\u202C", ["1111 2222 3333 4444"], somchai],
  ["MC-๐๐๐๗\u202C", ["MC-0007"], gold],
])("%s, on a platform that searches for whole numbers", async (written, forms, expected) => {
  const { rows } = await findMembers(exact(forms, expected), written, signal);
  expect(rows).toEqual([expected]);
});
