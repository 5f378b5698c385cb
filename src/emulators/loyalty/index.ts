/** The loyalty emulator: an implementation of the platform's API with demo data, for demos, tests and development. */
import type { Clock } from "../../clock.ts";
import type { OperationName } from "../../loyalty/contract.ts";
import { listen } from "../../http/listen.ts";
import type { Log } from "../../observability/log.ts";
import { createAdminApp, createFaults, type Faults } from "./faults.ts";
import { createBehaviour, type BehaviourName } from "./behaviours/index.ts";
import { systemRandom, type RandomSource } from "./random.ts";
import { issueCredentials, type Credentials } from "./platform-file.ts";
import { openDatabase } from "./database.ts";
import { seedOnce } from "./demo/seed.ts";
import { createRequestLog, type LoggedRequest } from "./request-log.ts";
import { createServer } from "./server.ts";
import { createSignIn } from "./sign-in.ts";

export {
  loyaltyEmulatorFile,
  makePlatformFile,
  openPlatformFile,
  type PlatformFile,
} from "./platform-file.ts";
export type { Credentials } from "./platform-file.ts";
export type { Fault, Faults } from "./faults.ts";
export { behaviourNames, isBehaviourName, type BehaviourName } from "./behaviours/index.ts";
export { seededRandom } from "./random.ts";
export { pagePaths } from "./pages.ts";
export { demoPeople, type DemoPerson } from "./demo/people.ts";

/** Nobody else may read the demo's members, or switch faults on. */
const host = "127.0.0.1";

export interface LoyaltyEmulatorOptions {
  /** 0 for any free port. */
  port: number;
  /** Path of a SQLite file, or ":memory:". A new one is filled with demo data. */
  file: string;
  /** How it treats its callers beside the contract; null or absent = as the contract says. */
  behaviour?: BehaviourName | null;
  /** Of the codes and ids that it makes; the system's unless given. */
  random?: RandomSource;
  clock: Clock;
  log: Log;
}

export interface LoyaltyEmulator extends AsyncDisposable {
  /** `http://127.0.0.1:PORT/api`; the operations' paths are appended literally. */
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /** `http://127.0.0.1:PORT`: HTTP interface to the fault switches. */
  readonly adminUrl: string;
  readonly faults: Faults;
  /** The last requests, oldest first. */
  requests(filter?: { operation?: OperationName }): readonly LoggedRequest[];
}

export async function startLoyaltyEmulator(
  options: LoyaltyEmulatorOptions,
): Promise<LoyaltyEmulator> {
  const { clock, log } = options;
  await using started = new AsyncDisposableStack();
  const database = started.use(openDatabase(options.file));
  seedOnce(database, clock.now());
  const signIn = await createSignIn(database, clock);
  const requests = createRequestLog();
  const faults = createFaults(clock);
  const platform = { database, random: options.random ?? systemRandom, origin: "" };
  const behaviour = createBehaviour(options.behaviour ?? null, clock);
  const app = createServer({ platform, signIn, clock, log, requests, faults, behaviour });
  const server = await listen(app, host, options.port);
  started.defer(() => server.close());
  platform.origin = server.origin;
  const admin = await listen(createAdminApp(faults), host, 0);
  started.defer(() => admin.close());
  const credentials = await issueCredentials(database, signIn);
  const running = started.move();
  return {
    baseUrl: `${platform.origin}/api`,
    adminUrl: admin.origin,
    credentials,
    faults,
    requests: (filter) => requests.list(filter),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
