/** Faults in the embedded platform that would hide faults of the bot. */
import type { Fault } from "./fault.ts";

const ledger = "src/emulators/loyalty/operations/transactions.ts";

export const platformFaults: readonly Fault[] = [
  {
    name: "ledger: a burn below zero",
    file: ledger,
    from: "WHERE id = ?2 AND point + ?1 >= 0 RETURNING",
    to: "WHERE id = ?2 RETURNING",
    tests: ["emulators/loyalty/points.test.ts", "emulators/loyalty/concurrency.test.ts"],
  },
  {
    name: "ledger: a card of any business",
    file: ledger,
    from: "point FROM card WHERE business_id = ? AND card_no = ?",
    to: "point FROM card WHERE (business_id = ? OR 1) AND card_no = ?",
    tests: ["emulators/loyalty/businesses.test.ts"],
  },
  {
    name: "ledger: a second void gives the points back twice",
    file: ledger,
    from: 'if (row.status === "VOIDED") return toTransaction(row);',
    to: "",
    tests: ["emulators/loyalty/points.test.ts"],
  },
  {
    name: "coupons: given to a member of any business",
    file: "src/emulators/loyalty/operations/coupons.ts",
    from: "FROM member WHERE business_id = ? AND uuid = ?",
    to: "FROM member WHERE (business_id = ? OR 1) AND uuid = ?",
    tests: ["emulators/loyalty/businesses.test.ts"],
  },
  {
    name: "coupons: more than a member may have",
    file: "src/emulators/loyalty/operations/coupons.ts",
    from: "held.gives + quantity > set.limit_per_member",
    to: "held.gives > set.limit_per_member",
    tests: ["emulators/loyalty/coupons.test.ts", "emulators/loyalty/refusals.test.ts"],
  },
  {
    name: "idempotency: another body under the same ref_id",
    file: "src/emulators/loyalty/server.ts",
    from: "if (stored && stored.request_hash !== hash)",
    to: "if (stored && hash === '')",
    tests: ["emulators/loyalty/concurrency.test.ts"],
  },
  {
    name: "idempotency: a repeated write is done again",
    file: "src/emulators/loyalty/server.ts",
    from: "if (refId === null) return",
    to: "if (refId !== undefined) return",
    tests: ["emulators/loyalty/points.test.ts", "emulators/loyalty/concurrency.test.ts"],
  },
  {
    name: "tokens: an expired one is accepted",
    file: "src/emulators/loyalty/sign-in.ts",
    from: "currentDate: new Date(now),",
    to: "currentDate: new Date(0),",
    tests: ["emulators/loyalty/exchange-flow.test.ts"],
  },
  {
    name: "LINE: a reply token works twice",
    file: "src/emulators/line/outbox.ts",
    from: "use: (token) => void tokens.delete(token),",
    to: "use: (token) => void tokens.has(token),",
    tests: ["emulators/line"],
  },
  {
    name: "LINE: a reply token works for ever",
    file: "src/emulators/line/outbox.ts",
    from: "found?.channelId === channelId && found.expiresAt > clock.now() ? found : undefined",
    to: "found?.channelId === channelId ? found : undefined",
    tests: ["emulators/line"],
  },
  {
    name: "doctor: a platform that never sorts downwards counts as one that sorts",
    file: "src/cli/doctor/assumptions/list-probes.ts",
    from: "? isRising(up) && isRising(down.toReversed())",
    to: "? isRising(up)",
    tests: ["cli/assumptions.test.ts"],
  },
  {
    name: "refresh token: the lock is let go before the new one is stored",
    file: "src/loyalty/refresh-token.ts",
    from: "      await this.#untilStored();\n",
    to: "",
    tests: ["loyalty/refresh-token.test.ts"],
  },
  {
    name: "refresh token: the lock doesn't wait for a second renewal under it",
    file: "src/loyalty/refresh-token.ts",
    from: "} while (last !== this.#renewal);",
    to: "} while (false);",
    tests: ["loyalty/refresh-token.test.ts"],
  },
  {
    name: "settings: a command works beside the bot under one name",
    file: "src/store/sqlite/lock.ts",
    from: "inTurn(name, () => exclusively(name, work))",
    to: "inTurn(name, work)",
    tests: ["store/sqlite/settings.test.ts"],
  },
];
