/** Checks that the platform's read operations respond in the expected shape; writes are never called. */
import type { LoyaltyClient } from "../../loyalty/client.ts";
import {
  contract,
  isTooLargeId,
  operationNames,
  type OperationName,
  type Page,
} from "../../loyalty/contract.ts";
import { requireReadable, textIn, unreadableRows } from "../../loyalty/lenient-parse.ts";
import { fault, hint, ok, skipped, type Check, type Finding } from "./check.ts";

const onePage = { page: 1, size: 1 };

const lists = [
  "getProfile",
  "getCampaign",
  "getTransaction",
  "getCouponSet",
  "getGiveCouponHistory",
] as const satisfies readonly OperationName[];

/** One check for each read. */
export function reads(loyalty: () => Promise<LoyaltyClient>): Check[] {
  return [
    ...lists.map((operation) => ({
      name: contract[operation].name,
      run: async () => answered(operation, await (await loyalty())[operation](onePage)),
    })),
    { name: contract.checkCoupon.name, run: async () => checkCoupon(await loyalty()) },
  ];
}

const expected = (operation: OperationName) =>
  contract[operation].origin === "assumed" ? "as assumed" : "as specified";

/** @throws {LoyaltyError} where a row can't be read: the bot goes on without it, so only the doctor reports it. */
function answered(operation: OperationName, page: Page<unknown>): Finding {
  if (unreadableRows(page).some(hasTooLargeId)) return tooLargeIds;
  const { data } = requireReadable(operation, page);
  return data.length > 0
    ? ok(`answers ${expected(operation)}`)
    : hint("answers with an empty list: no row's shape was seen", "run it again once there is one");
}

const hasTooLargeId = (row: unknown): boolean => isTooLargeId(textIn(row, "id") ?? "");

const tooLargeIds = fault(
  `its ids are above ${Number.MAX_SAFE_INTEGER}, so they can't be read: every add, burn and redemption waits for a person`,
  "let the platform give smaller ids; until then, staff add and burn points there, and rewards have no price",
);

async function checkCoupon(loyalty: LoyaltyClient): Promise<Finding> {
  const history = await loyalty.getGiveCouponHistory(onePage);
  const { data } = requireReadable("getGiveCouponHistory", history);
  const [given] = data;
  if (!given) return skipped("no coupon was given yet that could be checked");
  await loyalty.checkCoupon({ code: given.code });
  return ok(`answers ${expected("checkCoupon")}`);
}

/** Lists the operations that can't be tried without changing something. */
export function writes(embedded: boolean): Finding {
  const names = operationNames
    .filter((name) => contract[name].group !== "Authentication" && contract[name].method !== "GET")
    .map((name) => contract[name].name);
  const tells = `not tried, since they write: ${names.join(", ")}`;
  return skipped(embedded ? tells : `${tells}; the first orders of staff will tell`);
}
