/** The people, the group and the credentials of the embedded LINE. */
import { createHash, randomBytes } from "node:crypto";
import type { Group, Person } from "../emulators/line/accounts.ts";
import { demoPeople } from "../emulators/loyalty/index.ts";

export const linePeople: readonly Person[] = demoPeople.map(
  ({ lineId, label, displayName, language, purpose, kind, start }) => ({
    userId: lineId,
    label,
    displayName,
    language,
    note: purpose,
    kind,
    ...(start && { start }),
  }),
);

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
