/** Creates the services that all staff commands share. */
import type { Clock } from "../../clock.ts";
import type { OddThresholds } from "../../config/odd-thresholds.ts";
import type { LoyaltyClient } from "../../loyalty/client.ts";
import type { StaffLimits } from "../../store/rules/day-limits.ts";
import type { Store } from "../../store/store.ts";
import { kindOf } from "../../store/rules/kinds.ts";
import { createCodeGuessLimiter } from "../routing/code-guess-limiter.ts";
import type { TransactionLookup } from "../../members/ledger/mirrored-client.ts";
import type { MemberCache } from "../../members/member-cache.ts";
import { createExecutor } from "./orders/executor.ts";
import type { Photos, StaffContext } from "./command.ts";
import { createShopDays } from "./day/shop-days.ts";
import { redemptionOf } from "../redemption.ts";
import type { StudioLinks } from "./studio-links.ts";
import { createCodeReader } from "./photo/code-reader.ts";
import { createRedeemer } from "./redemption.ts";
import { createStaffDirectory } from "./staff-directory.ts";

export function createStaffContext(options: {
  loyalty: LoyaltyClient;
  /** Null or absent where no ledger is mirrored. */
  transactions?: TransactionLookup | null;
  members: MemberCache;
  store: Store;
  ownerLineIds: readonly string[];
  displayName(lineId: string): Promise<string | undefined>;
  limits: StaffLimits;
  approvalAbove: number;
  /** Maximum redemptions of one member per day, in the business's time zone. */
  redemptionsPerMemberDay: number;
  /** Called when a redemption has come to an end, or awaits a person. */
  onRedemption?(outcome: string): void;
  /** Called when a rule's gift has come to an end, or awaits a person. */
  onRuleGift?(rule: string, outcome: string): void;
  /** Called for each try of an invitation's code that is refused. */
  onGuessRefused?(): void;
  oddThresholds: OddThresholds;
  timeZone: string;
  /** Whether the platform performs a write once per `ref_id`. */
  idempotent: boolean;
  /** Loads photos from LINE; undefined = photos aren't read. */
  content?: Photos["content"];
  /** Absent where the studio is off. */
  studioLinks?: StudioLinks | null;
  /** Absent where nothing serves the page. */
  counterPage?: StaffContext["counterPage"];
  /** Null or absent where codes of members don't rotate. */
  memberCodes?: StaffContext["memberCodes"];
  /** The platform's clock minus ours in milliseconds; null = unknown. */
  clockDifference?(): number | null;
  clock: Clock;
}): StaffContext {
  const { members, store, limits, approvalAbove, content, clock, transactions = null } = options;
  const { onRedemption } = options;
  const directory = createStaffDirectory({ staff: store.staff, ...options });
  const { orders } = store;
  const executor = createExecutor({
    ...options,
    orders,
    transactions,
    directory,
    staffPrices: store.staffPrices,
    isOrderKey: async (account, memberUuid, refId) =>
      (await orders.byRefId(account, memberUuid, refId)) !== null,
    clockDifference: () => options.clockDifference?.() ?? null,
    async onCounted({ order, undo }) {
      if (kindOf(order).isByRule) return options.onRuleGift?.(order.kind, order.state);
      if (order.undoes === null) return onRedemption?.(redemptionOf(order, undo).state);
      const redeemed = await orders.get(order.account, order.undoes);
      if (redeemed) onRedemption?.(redemptionOf(redeemed, order).state);
    },
  });
  return {
    directory,
    staff: store.staff,
    orders,
    audit: store.audit,
    members,
    dialogues: store.dialogues,
    joinLimiter: createCodeGuessLimiter(
      store.failedAttempts,
      "invitation",
      clock,
      options.onGuessRefused,
    ),
    shopDays: createShopDays({ ...options, odd: options.oddThresholds }),
    executor,
    redeemer: createRedeemer({
      orders,
      executor,
      members,
      perMemberDay: options.redemptionsPerMemberDay,
      timeZone: options.timeZone,
    }),
    transactions,
    photos: content ? { content, readCodes: createCodeReader() } : null,
    studioLinks: options.studioLinks ?? null,
    counterPage: options.counterPage ?? (() => null),
    memberCodes: options.memberCodes ?? null,
    limits,
    approvalAbove,
  };
}
