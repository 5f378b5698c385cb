/** Checks the bot's own port, PUBLIC_URL and its TLS certificate. */
import type { Clock } from "../../clock.ts";
import type { Config } from "../../config/config.ts";
import { counted } from "../../observability/counted.ts";
import { localTime } from "../output.ts";
import { fault, hint, ok, skipped, type Area, type Finding } from "./check.ts";
import { probe, ProbeError, type ProbeResult } from "./probe.ts";

const dayMs = 86_400_000;
const shortDays = 14;

export function addressArea(config: Config, clock: Clock): Area {
  const publicName = "PUBLIC_URL";
  let found: ProbeResult | null = null;
  return {
    name: "address",
    checks: [
      { name: "bot", run: () => bot(config, clock) },
      {
        name: publicName,
        async run() {
          const { publicUrl, line } = config;
          if (publicUrl === null) return withoutAddress(line.kind === "real");
          if (line.kind === "real" && !publicUrl.startsWith("https:")) {
            return fault("isn't https, which LINE and phones ask for", "set an https address");
          }
          found = await probe(`${publicUrl}/healthz`, clock);
          return isOurs(found)
            ? ok("the bot answers there")
            : fault(
                `something else than the bot answers there (${found.status} at /healthz)`,
                "let the proxy pass every path on to the bot, and see that the bot runs",
              );
        },
      },
      {
        name: "certificate",
        needs: publicName,
        run: async () => certificate(found, clock, config.business.timeZone),
      },
    ],
  };
}

/** Probes the bot at its own port on this machine. */
async function bot({ host, port }: Config, clock: Clock): Promise<Finding> {
  if (port === 0) return skipped("it takes any free port (PORT=0)");
  const target = { "0.0.0.0": "127.0.0.1", "::": "[::1]" }[host] ?? host;
  const name = target.includes(":") && !target.startsWith("[") ? `[${target}]` : target;
  const origin = `http://${name}:${port}`;
  try {
    const { status } = await probe(`${origin}/readyz`, clock);
    if (status === 200) return ok(`runs at ${origin}`);
    return fault(
      `answers ${status} to /readyz at ${origin}`,
      "a bot that isn't ready says why there, and in its log; another program may have this PORT",
    );
  } catch (error) {
    if (!(error instanceof ProbeError)) throw error;
    return hint(`doesn't run at ${origin}: ${error.message}`, "npm start");
  }
}

const withoutAddress = (isReal: boolean): Finding =>
  isReal
    ? hint(
        "unset: replies do without barcodes and QR codes",
        "set the https address at which LINE reaches the bot",
      )
    : skipped("unset, and not needed while LINE is embedded");

function isOurs({ status, text }: ProbeResult): boolean {
  return status === 200 && /"status":\s*"alive"/.test(text);
}

function certificate(found: ProbeResult | null, clock: Clock, timeZone: string): Finding {
  const ends = found?.certificateEnds ?? null;
  if (ends === null) return skipped("there is none: the address isn't https");
  const days = Math.floor((ends - clock.now()) / dayMs);
  const until = localTime(ends, timeZone);
  if (days < 0) return fault(`ended on ${until}`, "renew it, and see that its renewal works");
  const tells = `valid for ${counted(days, "more day")}, until ${until}`;
  return days < shortDays ? hint(tells, "see that its renewal works") : ok(tells);
}
