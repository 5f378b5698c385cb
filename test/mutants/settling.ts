/** Faults in how a write of unknown outcome is told from the platform's rows. */
import type { Fault } from "./fault.ts";

const found = "src/bot/staff/operations/find-written-rows.ts";

export const settlingFaults: readonly Fault[] = [
  {
    name: "settling: a row of another ref_id counts",
    file: "src/bot/staff/operations/adjust-points.ts",
    from: "hasOurKey: (row) => row.ref_id === refId,",
    to: "hasOurKey: (row) => row.ref_id !== undefined,",
    tests: ["bot/staff/settling.test.ts"],
  },
  {
    name: "settling: a row with a key that no order has is somebody else's",
    file: found,
    from: "rowRefId !== undefined && (await options.isOtherOrder(rowRefId))",
    to: "rowRefId !== undefined",
    tests: ["stories/staff-sends.test.ts"],
  },
  {
    name: "settling: a redemption's row is taken for another's lost one",
    file: "src/bot/staff/create-staff-context.ts",
    from: "return recent.some(",
    to: "return recent.length < 0 && recent.some(",
    tests: ["stories/redeem-faults.test.ts"],
  },
  {
    name: "contract: a blank text is a value",
    file: "src/loyalty/contract/operation.ts",
    from: 'value === null || (typeof value === "string" && value.trim() === "");',
    to: "value === null;",
    tests: ["loyalty/contract.test.ts"],
  },
  {
    name: "settling: a movement of no member is nobody's",
    file: "src/bot/staff/operations/adjust-points.ts",
    from: 'row.member_uuid.trim() === "" || ',
    to: "",
    tests: ["bot/staff/settling.test.ts"],
  },
  {
    name: "settling: a gift of another ref_id counts",
    file: "src/bot/staff/operations/give-coupons.ts",
    from: "hasOurKey: (row) => row.given_ref_id === refId || row.ref_id === refId,",
    to: "hasOurKey: (row) => row.given_ref_id !== undefined || row.ref_id !== undefined,",
    tests: ["bot/staff/settling.test.ts"],
  },
  {
    name: "settling: a use by somebody else counts as ours",
    file: "src/bot/staff/operations/use-coupon.ts",
    from: "(coupon.used_ref_id ?? coupon.ref_id) === refId;",
    to: "(coupon.used_ref_id ?? coupon.ref_id) !== undefined;",
    tests: ["bot/staff/settling.test.ts"],
  },
  {
    name: "settling: too many rows of one write are clear",
    file: found,
    from: "const isClear = written.length === count && written.every(options.isProven);",
    to: "const isClear = written.every(options.isProven);",
    tests: ["bot/staff/settling.test.ts"],
  },
  {
    name: "settling: an incomplete list shows that nothing was written",
    file: found,
    from: 'if (!byKey.isComplete || !recent.isComplete) return "unclear";',
    to: "",
    tests: ["bot/staff/settling.test.ts"],
  },
  {
    name: "settling: a voided row counts as done",
    file: found,
    from: 'return isClear && written.every(options.isIntact) ? written : "unclear";',
    to: 'return isClear ? written : "unclear";',
    tests: ["bot/staff/settling.test.ts"],
  },
  {
    name: "settling: a row with our key on another card counts",
    file: found,
    from: "written.length === count && written.every(options.isProven);",
    to: "written.length === count;",
    tests: ["bot/staff/settling.test.ts"],
  },
  {
    name: "settling: another's gift under our key counts",
    file: "src/bot/staff/operations/give-coupons.ts",
    from: "isProven: (row) => row.coupon_set_uuid === coupon_set_uuid && row.member_uuid === memberUuid,",
    to: "isProven: () => true,",
    tests: ["bot/staff/settling.test.ts"],
  },
  {
    name: "settling: a transaction with the ordered id is the ordered one",
    file: "src/bot/staff/operations/void-transactions.ts",
    from: "if (found.length < ids.size || !found.every((row) => isOrdered(row, order))) return",
    to: "if (found.length < ids.size) return",
    tests: ["bot/staff/settling.test.ts"],
  },
  {
    name: "settling: a row without a key is nobody's",
    file: found,
    from: "rowRefId !== undefined && (await",
    to: "rowRefId === undefined || (await",
    tests: ["bot/staff/settling.test.ts"],
  },
  {
    name: "settling: a coupon of somebody else is taken back",
    file: "src/bot/staff/operations/void-coupons.ts",
    from: 'if (coupon.uuid !== uuid || (memberUuid && holder !== memberUuid)) return "others";',
    to: "",
    tests: ["bot/staff/settling.test.ts"],
  },
  {
    name: "settling: somebody else's coupon was never taken back",
    file: "src/bot/staff/operations/void-coupons.ts",
    from: 'if (found.has("others")) return "unclear";',
    to: 'if (found.has("others")) return refusals.others;',
    tests: ["bot/staff/settling.test.ts"],
  },
];
