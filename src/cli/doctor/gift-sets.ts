/** Checks that what the bot gives by a rule can be given: the coupon sets that the settings name. */
import type { Clock } from "../../clock.ts";
import type { Config } from "../../config/config.ts";
import type { LoyaltyClient } from "../../loyalty/client.ts";
import type { CouponSet } from "../../loyalty/contract.ts";
import { isGiveable, leftOf, maxSetPages } from "../../loyalty/giveable-sets.ts";
import { readList } from "../../loyalty/read-list.ts";
import { fault, hint, ok, skipped, type Finding } from "./check.ts";

const variables = { welcome: "WELCOME_GIFT", birthday: "BIRTHDAY_GIFT" } as const;

/** @param loyalty is called only if a rule is on. @throws {LoyaltyError} */
export async function giftSets(
  loyalty: () => Promise<Pick<LoyaltyClient, "getCouponSet">>,
  sets: Config["giftSets"],
  { clock, timeZone }: { clock: Clock; timeZone: string },
): Promise<Finding> {
  const rules = (["welcome", "birthday"] as const).filter((rule) => sets[rule] !== null);
  if (rules.length === 0) return skipped("no rule gives anything");
  const { getCouponSet } = await loyalty();
  const { rows, isComplete } = await readList(getCouponSet, {}, { maxPages: maxSetPages });
  const moment = { now: clock.now(), timeZone };
  const found = rules.map((rule) => {
    const set = rows.find(({ uuid }) => uuid === sets[rule]);
    const why = set ? whyNot(set, moment) : missing(isComplete);
    return { isAbsent: !set && isComplete, tells: why && `${variables[rule]}: ${why}` };
  });
  const faults = found.flatMap(({ tells }) => tells ?? []);
  if (faults.length === 0) return ok("active and in stock");
  const tells = faults.join("; ");
  const remedy = "correct the uuid, or the set on the platform: until then the rule gives nothing";
  return found.some(({ isAbsent }) => isAbsent) ? fault(tells, remedy) : hint(tells, remedy);
}

const missing = (isComplete: boolean) =>
  isComplete ? "the platform has no such set" : "not among the sets that could be read";

function whyNot(set: CouponSet, moment: { now: number; timeZone: string }): string | null {
  if (set.status !== "ACTIVE") return "the set isn't active";
  if (!isGiveable(set, moment)) return "the set can't be given now, by its dates";
  return leftOf(set) === 0 ? "the set is sold out" : null;
}
