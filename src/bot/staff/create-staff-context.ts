/** Creates the services that all staff commands share. */
import type { Clock } from "../../clock.ts";
import type { LoyaltyClient } from "../../loyalty/client.ts";
import type { StaffLimits } from "../../store/day-limits.ts";
import type { Store } from "../../store/store.ts";
import { createCodeGuessLimiter } from "../routing/code-guess-limiter.ts";
import type { TransactionLookup } from "../../members/ledger/mirrored-client.ts";
import type { MemberCache } from "../../members/member-cache.ts";
import { createExecutor } from "./orders/execute.ts";
import type { StaffContext } from "./command.ts";
import type { StudioLinks } from "./studio/links.ts";
import type { Photos } from "./photo/photos.ts";
import { createCodeReader } from "./photo/read-codes.ts";
import { createRedeemer } from "./redemption/redeemer.ts";
import { createStaffDirectory } from "./staff-directory.ts";

/** How many of a member's newest redemptions are searched for a key. */
const maxRedemptions = 50;

export function createStaffContext(options: {
  loyalty: LoyaltyClient;
  /** Null or absent where no ledger is mirrored. */
  transactions?: TransactionLookup | null;
  members: MemberCache;
  store: Pick<
    Store,
    | "staff"
    | "confirmations"
    | "redemptions"
    | "audit"
    | "failedAttempts"
    | "dialogues"
    | "staffPrices"
  >;
  ownerLineIds: readonly string[];
  displayName(lineId: string): Promise<string | undefined>;
  limits: StaffLimits;
  approvalAbove: number;
  /** Maximum redemptions of one member per day, in the business's time zone. */
  redemptionsPerMemberDay: number;
  /** Called when a redemption has come to an end, or awaits a person. */
  onRedemption?(outcome: string): void;
  timeZone: string;
  /** Whether the platform performs a write once per `ref_id`. */
  idempotent: boolean;
  /** Loads photos from LINE; undefined = photos aren't read. */
  content?: Photos["content"];
  /** Absent where the studio is off. */
  studioLinks?: StudioLinks | null;
  /** Null or absent where codes of members don't rotate. */
  memberCodes?: StaffContext["memberCodes"];
  /** The platform's clock minus ours in milliseconds; null = unknown. */
  clockDifference?(): number | null;
  clock: Clock;
}): StaffContext {
  const { members, store, limits, approvalAbove, content, clock, transactions = null } = options;
  const directory = createStaffDirectory({ staff: store.staff, ...options });
  const platform = {
    ...options,
    transactions,
    directory,
    staffPrices: store.staffPrices,
    isOrderKey: findOrderKeys(store),
    clockDifference: () => options.clockDifference?.() ?? null,
  };
  return {
    directory,
    staff: store.staff,
    confirmations: store.confirmations,
    audit: store.audit,
    members,
    dialogues: store.dialogues,
    joinLimiter: createCodeGuessLimiter(store.failedAttempts, "invitation", clock),
    executor: createExecutor({ ...platform, confirmations: store.confirmations }),
    redemptions: store.redemptions,
    redeemer: createRedeemer({
      ...platform,
      redemptions: store.redemptions,
      perMemberDay: options.redemptionsPerMemberDay,
    }),
    transactions,
    photos: content ? { content, readCodes: createCodeReader() } : null,
    studioLinks: options.studioLinks ?? null,
    memberCodes: options.memberCodes ?? null,
    limits,
    approvalAbove,
  };
}

/** Tells whether an order about a member, of staff or their own, was made with a key. */
const findOrderKeys =
  ({ confirmations, redemptions }: Pick<Store, "confirmations" | "redemptions">) =>
  async (account: string, memberUuid: string, refId: string): Promise<boolean> => {
    if (await confirmations.byRefId(account, memberUuid, refId)) return true;
    const recent = await redemptions.ofMember(account, memberUuid, maxRedemptions);
    return recent.some(({ burnRefId, giveRefId }) => burnRefId === refId || giveRefId === refId);
  };
