/** Checks the loyalty platform: reachability, clock, token, plan, operations and the search by LINE user id. */
import type { Clock } from "../../clock.ts";
import { unmatchedNames } from "../../app/unmatched-names.ts";
import type { Config } from "../../config/config.ts";
import type { LoyaltyClient } from "../../loyalty/client.ts";
import { counted } from "../../observability/counted.ts";
import { readEnd } from "../../loyalty/platform-time.ts";
import type { ConfiguredAddresses } from "./assumptions/addresses.ts";
import { localTime } from "../local-time.ts";
import { fault, hint, ok, skipped, type Area, type Check, type Finding } from "./check.ts";
import { giftSets } from "./gift-sets.ts";
import { reminders } from "./reminders.ts";
import { checkLineIdSearch } from "./lookup.ts";
import { reads, writes } from "./operations.ts";
import { reachable } from "./reachable.ts";
import { refusal } from "./refusal.ts";
import { clockSkew } from "./clock-skew.ts";

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
