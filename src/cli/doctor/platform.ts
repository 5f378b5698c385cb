/** The loyalty platform: reachable, signed in to, its operations as expected, its members found by LINE user id. */
import type { Clock } from "../../clock.ts";
import type { LoyaltyClient } from "../../loyalty/client.ts";
import { fault, hint, ok, skipped, type Area, type Check, type Finding } from "./check.ts";
import { foundByLineId } from "./lookup.ts";
import { reads, writes } from "./operations.ts";
import { probe, shown, ProbeError } from "./reach.ts";
import { refusal } from "./refusal.ts";
import { skewAgainst } from "./skew.ts";

/** The platform and the way to it. */
export interface Platform {
  embedded: boolean;
  /** Null where the embedded platform takes any free port. */
  baseUrl: string | null;
  /** Asks for a token by the key pair; null without one. */
  signIn: ((loyalty: LoyaltyClient) => Promise<unknown>) | null;
  /** Whether the exchange flow is set, and what it brings can be kept. */
  exchange: "unset" | "usable" | "can't be kept";
  memberLookup: "search" | "index";
  /** Made when it is first asked for. @throws where this DATA_DIR doesn't belong to that platform. */
  connect(): Promise<LoyaltyClient>;
}

const dayMs = 86_400_000;
const shortDays = 14;

export function platformArea(platform: Platform, clock: Clock): Area {
  const { connect: loyalty, embedded, exchange, memberLookup } = platform;
  const baseUrl = platform.baseUrl ?? "http://127.0.0.1";
  return {
    name: "platform",
    checks: [
      { name: "reachable", run: () => reachable(platform, clock) },
      check("clock", "reachable", () => skewAgainst(baseUrl, clock)),
      check("token", "reachable", () => token(platform)),
      check("add-on plan", "token", async () => {
        if (exchange === "unset") return skipped("only the exchange flow may ask; it isn't set");
        if (exchange === "can't be kept") return skipped(unkept);
        return plan(await (await loyalty()).getCurrentAddOnStatus({}), clock);
      }),
      ...reads(loyalty).map(({ name, run }) => check(name, "token", run)),
      check("search by lineId", "token", async () =>
        foundByLineId(await loyalty(), memberLookup === "index"),
      ),
      { name: "writes", run: async () => writes(embedded) },
    ],
  };
}

const unkept =
  "not tried: what an exchange token brings can only be asked for once, and the store can't keep it now";

const check = (name: string, needs: string, run: () => Promise<Finding>): Check => ({
  name,
  needs,
  run: () => run().catch(refusal),
});

async function reachable(platform: Platform, clock: Clock): Promise<Finding> {
  const { baseUrl, embedded } = platform;
  if (baseUrl === null) {
    return hint(
      "embedded, on any free port: can't be found from here",
      "set EMBEDDED_CONNECT_PORT to have it looked at",
    );
  }
  try {
    await probe(baseUrl, clock);
    return ok(`answers at ${shown(baseUrl)}`);
  } catch (error) {
    if (!(error instanceof ProbeError)) throw error;
    if (embedded) return hint("embedded: starts with the bot", "npm start");
    return fault(`${shown(baseUrl)}: ${error.message}`, error.remedy);
  }
}

async function token({ signIn, exchange, connect: loyalty }: Platform): Promise<Finding> {
  if (signIn) {
    await signIn(await loyalty());
    return ok("granted for the key pair");
  }
  if (exchange !== "usable") return skipped(unkept);
  await (await loyalty()).getCurrentAddOnStatus({});
  return ok("granted by the exchange flow");
}

function plan({ end_date: end }: { end_date: string }, clock: Clock): Finding {
  const days = Math.floor((Date.parse(end) - clock.now()) / dayMs);
  if (Number.isNaN(days)) return hint("its end can't be read", "ask the platform's operator");
  const until = end.slice(0, 10);
  const renew = "renew the add-on's plan on the platform";
  if (days < 0) return fault(`ended on ${until}`, renew);
  const tells = `ends in ${days} days, on ${until}`;
  return days < shortDays ? hint(tells, renew) : ok(tells);
}
