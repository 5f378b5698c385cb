/** CLI command `doctor`: checks everything the bot depends on, with a remedy for each fault. */
import { readCardFiles, readRewardsFile } from "../app/read-settings.ts";
import { systemClock } from "../clock.ts";
import { createLog } from "../observability/log.ts";
import { KnownError } from "../errors.ts";
import { settingsKeys } from "../config/settings-keys.ts";
import type { Store } from "../store/store.ts";
import { type Command, CommandError, parseWords, type Terminal } from "./command.ts";
import { addressArea } from "./doctor/address.ts";
import { observePlatform, type Observed } from "./doctor/assumptions/observe.ts";
import { assumptionTable } from "./doctor/assumptions/assumption.ts";
import { databaseArea, inspectOnce, readStoreState, storeArea } from "./doctor/store.ts";
import { fault, skipped, type Area, type Check, type Finding } from "./doctor/check.ts";
import { lineClients, loyaltyClient, richMenus } from "./doctor/service-clients.ts";
import { checkEnvironment } from "./doctor/environment.ts";
import { lineArea, providerCheck } from "./doctor/line.ts";
import { peopleArea, richMenuCheck } from "./doctor/people.ts";
import { ownAccount } from "./store.ts";
import { platformArea, type Platform } from "./doctor/platform.ts";
import { ProbeError } from "./doctor/probe.ts";

interface Diagnosis extends Finding {
  area: string;
  name: string;
}

/** What the checks need of one another. */
interface Session {
  /** Null until it is connected to. */
  platform: Platform | null;
  /** Null if it can't be used. */
  store: Store | null;
}

export const doctor: Command = {
  async run(args, terminal) {
    const { flags } = parseWords(
      args,
      { flags: ["json", "learn"] },
      "doctor takes --json and --learn, or nothing",
    );
    const isJson = flags.has("json");
    await using stack = new AsyncDisposableStack();
    const session: Session = { platform: null, store: null };
    const checks: Diagnosis[] = [];
    for await (const diagnosis of diagnoses(terminal, stack, session)) {
      checks.push(diagnosis);
      if (!isJson) terminal.print(readable(diagnosis));
    }
    const isSignedIn = checks.some(
      ({ area, name, status }) => area === "platform" && name === "token" && status === "ok",
    );
    const observed = isSignedIn ? await observe(session, terminal.stop) : null;
    const learned = flags.has("learn") ? await learn(session, observed) : null;
    const count = (status: string) => checks.filter((check) => check.status === status).length;
    const faults = count("fault");
    const hints = count("hint");
    const assumptions = observed?.assumptions ?? [];
    if (isJson) {
      const report = { faults, hints, checks, assumptions, ...(learned && { learned }) };
      terminal.print(JSON.stringify(report));
    } else {
      if (observed) terminal.print("", ...assumptionTable(assumptions));
      if (learned) terminal.print("", learned.tells);
      terminal.print("", `faults: ${faults}, hints: ${hints}`);
    }
    return faults > 0 || learned?.done === false ? 1 : 0;
  },
};

/** Null if this DATA_DIR doesn't belong to the platform. */
async function observe({ platform }: Session, stop: AbortSignal): Promise<Observed | null> {
  if (!platform?.baseUrl) return null;
  if (stop.aborted) throw new CommandError("stopped before the end");
  return observePlatform(await platform.connect(), {
    ...platform.addresses,
    baseUrl: platform.baseUrl,
    hasExchange: platform.exchange === "usable",
    clock: systemClock,
  });
}

/** Stores what was seen, for the bot. */
async function learn(
  { store }: Session,
  observed: Observed | null,
): Promise<{ done: boolean; tells: string }> {
  if (!observed) return { done: false, tells: "Nothing learnt: the platform can't be looked at." };
  if (!store) return { done: false, tells: "Nothing learnt: there is no store to keep it in." };
  const text = JSON.stringify(observed.observations);
  await store.settings.set(settingsKeys.platformObservations, text);
  return { done: true, tells: "Learnt: a running bot adapts within 5 seconds." };
}

const readable = ({ area, name, status, tells, remedy }: Diagnosis): string =>
  `${status.padEnd(8)}${area.padEnd(12)}${name.padEnd(25)}${tells}${remedy === undefined ? "" : `  → ${remedy}`}`;

async function* diagnoses(
  terminal: Terminal,
  stack: AsyncDisposableStack,
  session: Session,
): AsyncGenerator<Diagnosis> {
  const { stop } = terminal;
  for await (const area of areas(terminal, stack, session)) {
    const found = new Map<string, Finding>();
    for (const check of area.checks) {
      if (stop.aborted) throw new CommandError("stopped before the end");
      const finding = await diagnose(check, found);
      found.set(check.name, finding);
      yield { area: area.name, name: check.name, ...finding };
    }
  }
}

/** In order of dependence: a fault in one area explains others further on. */
async function* areas(
  { environment, environmentFile }: Terminal,
  stack: AsyncDisposableStack,
  session: Session,
): AsyncGenerator<Area> {
  const { area, settings } = checkEnvironment(environment, environmentFile);
  yield area;
  if (!settings) return;
  const { config, secrets } = settings;
  const clock = systemClock;
  const database = secrets.databaseUrl === null ? null : inspectOnce(secrets.databaseUrl, clock);
  if (database) yield databaseArea(database, clock);
  const storeState = await readStoreState(config.dataDir, database, clock);
  const { store } = storeState;
  if (store) session.store = stack.use(store);
  const account = store && (await ownAccount(store.settings, settings));
  yield storeArea(storeState, { timeZone: config.business.timeZone, account });
  yield addressArea(config, clock);
  yield peopleArea(config, { store, account });
  const options = { settings, store, clock, log: createLog("silent"), stack };
  const [members, dev] = await lineClients(options);
  if (!members) return;
  yield lineArea(members, clock, [richMenuCheck(members.embedded, () => richMenus(options))]);
  if (dev) {
    const { ownerLineIds } = config;
    yield lineArea(dev, clock, [providerCheck({ members, dev }, { store, ownerLineIds })]);
  }
  session.platform = await loyaltyClient(options);
  const files = { rewardsFile: readRewardsFile(config), cards: readCardFiles(config) };
  const { giftSets: sets, reminderDays, business } = config;
  const rules = { sets, reminderDays };
  yield platformArea(session.platform, clock, { timeZone: business.timeZone, files, rules });
}

/** Runs a check unless the one that it needs failed; an error is reported as a fault. */
async function diagnose(
  { needs, run }: Check,
  found: ReadonlyMap<string, Finding>,
): Promise<Finding> {
  if (needs !== undefined && found.get(needs)?.status !== "ok") {
    return skipped(`not tried: ${needs} comes first`);
  }
  try {
    return await run();
  } catch (error) {
    if (error instanceof ProbeError) return fault(error.message, error.remedy);
    const isOurs = error instanceof KnownError || error instanceof CommandError;
    // The message of any other error may quote data.
    const reason = error instanceof Error ? error.name : "unknown";
    return fault(isOurs ? error.message : `ended with ${reason}`, "try again");
  }
}
