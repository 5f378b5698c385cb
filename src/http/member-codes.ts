/** Issues and reads the rotating codes of members: each is sealed, works for a minute, and once. */
import { hkdfSync } from "node:crypto";
import type { CodeAddresses, Images } from "../bot/context.ts";
import type { MemberCode, MemberCodeReader } from "../bot/staff/command.ts";
import type { Clock } from "../clock.ts";
import { settingsKeys } from "../config/settings-keys.ts";
import type { UsedCodes } from "../store/used-codes.ts";
import { createSeal, type KeySettings, storedKey } from "./seal.ts";

export interface MemberCodes extends MemberCodeReader {
  /** The URL of the QR code of a new code, which expires with it. */
  address: NonNullable<Images["memberCode"]>;
}

const lifeMs = 60_000;
/** How far the clock of the replica that issued a code may be ahead of ours. */
const maxAheadMs = 5000;
/** Tells these codes from those of coupons and cards. */
const prefix = "M1.";

/** @param account the bot's own LINE user id: codes of one account don't open members in another. */
export async function createMemberCodes(options: {
  settings: KeySettings;
  account: string;
  qr: CodeAddresses["qr"];
  usedCodes: UsedCodes;
  clock: Clock;
}): Promise<MemberCodes> {
  const { settings, account, qr, usedCodes, clock } = options;
  const secret = await storedKey(settings, settingsKeys.memberCodeKey);
  const { seal, open } = createSeal(Buffer.from(hkdfSync("sha256", secret, "", account, 32)));
  return {
    address({ uuid }, { card_no }) {
      const expiresAt = clock.now() + lifeMs;
      return qr(prefix + seal([expiresAt.toString(36), uuid, card_no].join("\n")), expiresAt);
    },
    read(text) {
      if (!text.startsWith(prefix)) return null;
      const opened = open(text.slice(prefix.length));
      if (opened === null) return "foreign";
      const [end = "", memberUuid = "", cardNo = ""] = opened.split("\n");
      const expiresAt = Number.parseInt(end, 36);
      const remainingMs = expiresAt - clock.now();
      if (remainingMs <= 0 || remainingMs > lifeMs + maxAheadMs) return "expired";
      return { id: text, memberUuid, cardNo, expiresAt } satisfies MemberCode;
    },
    use: ({ id, expiresAt }, eventId) => usedCodes.use(id, eventId, expiresAt + maxAheadMs),
  };
}
