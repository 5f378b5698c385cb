/** Checks the loyalty platform: reachability, clock, token, plan, operations and the search by LINE user id. */
import { unmatchedNames } from "../../app/unmatched-names.ts";
import type { Clock } from "../../clock.ts";
import type { Config } from "../../config/config.ts";
import type { LoyaltyClient } from "../../loyalty/client.ts";
import {
  type ApiVersion,
  contract,
  type CouponSet,
  isTooLargeId,
  type MemberProfile,
  type OperationName,
  operationNames,
  type Page,
} from "../../loyalty/contract.ts";
import { LoyaltyError, type LoyaltyErrorCode } from "../../loyalty/errors.ts";
import { isGiveable, leftOf, maxSetPages } from "../../loyalty/coupon-sets.ts";
import { requireReadable, textIn, unreadableRows } from "../../loyalty/lenient-parse.ts";
import { readEnd } from "../../loyalty/platform-time.ts";
import { readList } from "../../loyalty/read-list.ts";
import { counted } from "../../observability/counted.ts";
import { localTime } from "../output.ts";
import type { ConfiguredAddresses } from "./assumptions/addresses.ts";
import { type Area, type Check, fault, type Finding, hint, ok, skipped } from "./check.ts";
import { reminders } from "./people.ts";
import { clockSkew, reachable } from "./probe.ts";

/** The platform with its client. */
export interface Platform {
  embedded: boolean;
  /** Null if the embedded platform takes any free port. */
  baseUrl: string | null;
  /** Requests a token by the key pair; null without one. */
  signIn: ((loyalty: LoyaltyClient) => Promise<unknown>) | null;
  /** Whether the exchange flow is configured, and a renewed token can be stored. */
  exchange: "unset" | "usable" | "can't be kept";
  memberLookup: Config["memberLookup"];
  /** The addresses that the client calls. */
  addresses: ConfiguredAddresses;
  /** Creates the client on first use. @throws {CommandError} if this DATA_DIR doesn't belong to that platform. */
  connect(): Promise<LoyaltyClient>;
}

const dayMs = 86_400_000;
const shortDays = 14;

/** @param options `timeZone`: the business's. `files`: whose names are looked for on the platform. `rules`: what the bot does by itself. */
export function platformArea(
  platform: Platform,
  clock: Clock,
  {
    timeZone,
    files,
    rules,
  }: {
    timeZone: string;
    files: Parameters<typeof unmatchedNames>[1];
    rules: { sets: Config["giftSets"]; reminderDays: Config["reminderDays"] };
  },
): Area {
  const { connect: loyalty, embedded, exchange, memberLookup } = platform;
  const baseUrl = platform.baseUrl ?? "http://127.0.0.1";
  return {
    name: "platform",
    checks: [
      {
        name: "reachable",
        run: () =>
          reachable(platform.baseUrl, { embedded, portVariable: "EMBEDDED_CONNECT_PORT" }, clock),
      },
      check("clock", "reachable", () => clockSkew(baseUrl, clock)),
      check("token", "reachable", () => token(platform)),
      check("add-on plan", "token", async () => {
        if (exchange === "unset") return skipped("only the exchange flow may ask; it isn't set");
        if (exchange === "can't be kept") return skipped(notTriedUnstored);
        return plan(await (await loyalty()).getCurrentAddOnStatus({}), clock, timeZone);
      }),
      ...reads(loyalty).map(({ name, run }) => check(name, "token", run)),
      check("search by lineId", "token", async () =>
        checkLineIdSearch(await loyalty(), memberLookup === "index"),
      ),
      check("names in files", "token", async () =>
        namesFinding(await unmatchedNames(await loyalty(), files)),
      ),
      check("gifts by rule", "token", () => giftSets(loyalty, rules.sets, { clock, timeZone })),
      {
        name: "reminders",
        run: async () => reminders(rules.reminderDays, files.cards.cardFacts ?? []),
      },
      { name: "writes", run: async () => writes(embedded) },
    ],
  };
}

function namesFinding(found: Awaited<ReturnType<typeof unmatchedNames>>): Finding {
  if (found.length === 0) return ok("none that the platform doesn't have");
  const tells = found.map(
    ({ file, names, among }) => `${file}: ${names.join(", ")} (not among ${among})`,
  );
  return hint(tells.join("; "), "correct them, or take them out: they have no effect");
}

const notTriedUnstored =
  "not tried: what an exchange token brings can only be asked for once, and the store can't keep it now";

const check = (name: string, needs: string, run: () => Promise<Finding>): Check => ({
  name,
  needs,
  run: () => run().catch(refusal),
});

async function token({ signIn, exchange, connect: loyalty }: Platform): Promise<Finding> {
  if (signIn) {
    await signIn(await loyalty());
    return ok("granted for the key pair");
  }
  if (exchange !== "usable") return skipped(notTriedUnstored);
  await (await loyalty()).getCurrentAddOnStatus({});
  return ok("granted by the exchange flow");
}

function plan({ end_date }: { end_date: string }, clock: Clock, timeZone: string): Finding {
  const end = readEnd(end_date, timeZone);
  if (end.kind === "none") return ok("has no end");
  if (end.kind === "unreadable") {
    return hint(`its end can't be read: ${end.written}`, "ask the platform's operator");
  }
  const days = Math.floor((end.at - clock.now()) / dayMs);
  const until = localTime(end.at, timeZone);
  const renew = "renew the add-on's plan on the platform";
  if (days < 0) return fault(`ended on ${until}`, renew);
  const tells = `ends in ${counted(days, "day")}, on ${until}`;
  return days < shortDays ? hint(tells, renew) : ok(tells);
}

// Checks that the platform's read operations respond in the expected shape; writes are never called.

const onePage = { page: 1, size: 1 };

const lists = [
  "getProfile",
  "getCampaign",
  "getTransaction",
  "getCouponSet",
  "getGiveCouponHistory",
] as const satisfies readonly OperationName[];

/** One check for each read. */
function reads(loyalty: () => Promise<LoyaltyClient>): Check[] {
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
function writes(embedded: boolean): Finding {
  const names = operationNames
    .filter((name) => contract[name].group !== "Authentication" && contract[name].method !== "GET")
    .map((name) => contract[name].name);
  const tells = `not tried, since they write: ${names.join(", ")}`;
  return skipped(embedded ? tells : `${tells}; the first orders of staff will tell`);
}

// Checks that what the bot gives by a rule can be given: the coupon sets that the settings name.

const variables = { welcome: "WELCOME_GIFT", birthday: "BIRTHDAY_GIFT" } as const;

/** @param loyalty is called only if a rule is on. @throws {LoyaltyError} */
async function giftSets(
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

// Turns a failed call to the platform into a finding with a remedy.

const granting = "let the platform grant the operation to this key pair or add-on";
const failing = "ask the platform's operator; CONNECT_TIMEOUT_MS is the bot's patience";

const remedies: Partial<Record<LoyaltyErrorCode, string>> = {
  UNAUTHORIZED: granting,
  FORBIDDEN: granting,
  SIGN_IN_AGAIN: "generate an exchange token there, set it, and restart the bot",
  RATE_LIMITED: "wait some minutes and try again",
  TIMEOUT: failing,
  UNAVAILABLE: failing,
  UNREACHABLE: failing,
  BUSY: failing,
};

/** Remedies for a failed sign-in with the key pair. */
const signInRemedies: Partial<Record<LoyaltyErrorCode, string>> = {
  UNAUTHORIZED: "check CONNECT_BUSINESS_CODE, CONNECT_API_KEY and CONNECT_API_SECRET",
  NOT_FOUND: "check CONNECT_BASE_URL, to which paths are joined literally: it usually ends in /api",
};

/** @throws any error but a `LoyaltyError`. */
function refusal(error: unknown): Finding {
  if (!(error instanceof LoyaltyError)) throw error;
  const { operation, code, status, requestId } = error;
  const tells = requestId === null ? error.message : `${error.message}, request ${requestId}`;
  const own = operation === "getAccessToken" ? signInRemedies[code] : undefined;
  return fault(tells, own ?? remedies[code] ?? differing(operation, status));
}

const differing = (operation: string, status: number | null) =>
  status === 404 || status === 405
    ? `name its method and path in the file of CONNECT_OVERRIDES: {"${operation}": {"path": "/…"}}`
    : `compare the answer with ${operation} in src/loyalty/contract/, and its address with CONNECT_OVERRIDES`;

// Checks that the platform's search finds a member by LINE user id, on which every lookup relies.

const maxPages = 25;

const meaning = "members who are linked would be told to join";
const index =
  "npm run cli -- doctor --learn, or set MEMBER_LOOKUP=index: the bot then keeps an index of LINE user ids of its own";

/** Searches for a linked profile by its LINE user id. @param hasIndex whether the bot uses its own index instead of the search. */
async function checkLineIdSearch(loyalty: LoyaltyClient, hasIndex: boolean): Promise<Finding> {
  const outcome = await searchByLineId(loyalty);
  switch (outcome) {
    case "nobody linked":
      return hint(
        `can't be told: no linked member on the first ${maxPages} pages`,
        "link a member's LINE account and run this again",
      );
    case "found":
      return ok("finds a linked member");
    case "ignored":
    case "not found": {
      const tells =
        outcome === "ignored"
          ? "is ignored: everybody comes back, and the bot would have to read every page"
          : `finds nobody: ${meaning}`;
      return hasIndex ? ok(`${tells}; MEMBER_LOOKUP=index does without it`) : fault(tells, index);
    }
  }
}

/**
 * `ignored`: the search returns all profiles.
 * @param api the group at whose address Get Profile is called; undefined = the configured address.
 */
export async function searchByLineId(
  loyalty: LoyaltyClient,
  api?: ApiVersion,
): Promise<"found" | "not found" | "ignored" | "nobody linked"> {
  const lineId = await firstLinked(loyalty, api);
  if (lineId === null) return "nobody linked";
  const { total: all } = (await loyalty.getProfile({ page: 1 }, { api })).pagination;
  const { pagination } = await loyalty.getProfile({ search: lineId, page: 1 }, { api });
  if (all > 1 && pagination.total >= all) return "ignored";
  const found = await firstWhere(loyalty, { search: lineId }, api, (row) => row.lineId === lineId);
  return found ? "found" : "not found";
}

const firstLinked = async (loyalty: LoyaltyClient, api: ApiVersion | undefined) =>
  (await firstWhere(loyalty, {}, api, ({ lineId }) => lineId !== ""))?.lineId ?? null;

/** The first profile that matches. No size is asked for, since which sizes are taken may not be known. */
async function firstWhere(
  loyalty: LoyaltyClient,
  query: { search?: string },
  api: ApiVersion | undefined,
  matches: (profile: MemberProfile) => boolean,
): Promise<MemberProfile | null> {
  for (let page = 1; page <= maxPages; page += 1) {
    const profiles = await loyalty.getProfile({ ...query, page }, { api });
    const found = profiles.data.find(matches);
    if (found) return found;
    if (profiles.data.length + unreadableRows(profiles).length === 0) break;
  }
  return null;
}
