/** The people, the group and the credentials of the embedded LINE. */
import { createHash, randomBytes } from "node:crypto";
import type { Group, Person } from "../emulators/line/accounts.ts";
import { demoPeople } from "../emulators/loyalty/index.ts";

/** Who shows most of what the bot does, in this order, and how they are described. */
const first: Readonly<Record<string, string>> = {
  olivia: "many points, and rewards",
  somchai: "a coupon that ends today",
  stranger: "not a member yet: can join",
  cashier: "cashier: find, check, use",
  manager: "manager: gifts and points",
  marketer: "marketer: the dev channel",
};
const labels = Object.keys(first);

export const linePeople: readonly Person[] = demoPeople
  .map(({ lineId, label, displayName, language, purpose, kind, start }) => ({
    userId: lineId,
    label,
    displayName,
    language,
    note: first[label] ?? purpose,
    kind: label in first ? "Start here" : kind,
    ...(start && { start }),
    ...(!(label in first) && { isSpecial: true }),
  }))
  .toSorted((a, b) => placeOf(a.label) - placeOf(b.label));

/** The others keep their order behind them. */
function placeOf(label: string): number {
  const place = labels.indexOf(label);
  return place < 0 ? labels.length : place;
}

/** A demo group chat with the account in it. */
export const demoGroup: Group = {
  type: "group",
  chatId: `C${createHash("sha256").update("a group of friends").digest("hex").slice(0, 32)}`,
  name: "Coffee friends",
  members: demoPeople
    .filter(({ label }) => ["somchai", "hina", "olivia", "stranger"].includes(label))
    .map(({ lineId }) => lineId),
};

/** A new channel secret and access token. */
export const newCredentials = () => ({
  secret: randomBytes(16).toString("hex"),
  accessToken: randomBytes(32).toString("base64url"),
});
