/** Carries requests of a process to a simulated server and back, with the delays and faults of the plan. */
import { seededRandom } from "../../src/emulators/loyalty/random.ts";
import type { Fault, FaultKind, Plan, Site } from "./plan.ts";
import type { Process, Scheduler } from "./scheduler.ts";

/** How an exchange failed: nothing was sent, or it is unknown whether the request took effect. */
export type Failure = "refused" | "lost";

export interface NetworkOptions {
  scheduler: Scheduler;
  plan: Pick<Plan, "faults" | "delays">;
  /** Kills a process: at once, whatever it does. */
  kill(process: Process): void;
  freeze(process: Process, ms: number): void;
}

export interface Exchange<T> {
  site: Site;
  /** What the server does; its result is the answer. */
  effect(): T;
  /** The answer of a server that fails, before or after it has done it. */
  error(): T;
  /** The answer of a server that gets too many requests. */
  throttled?(): T;
  /** What the process sees when the exchange failed. */
  failed(failure: Failure): unknown;
  /** Whether the effect happens at once, and only the answer takes time. */
  isImmediate?: boolean;
  /** Whether the request is never doubled: what does it twice, nobody could make good. */
  isSentOnce?: boolean;
}

const usualMs = 20;
const lateMs = 3000;
/** About as long as a lease, or longer: its chats are taken over meanwhile, or just then. */
const minFrozenMs = 3500;
const maxFrozenMs = 7500;

export class Network {
  readonly #options: NetworkOptions;
  readonly #random: ReturnType<typeof seededRandom>;
  readonly #counts = new Map<Site, number>();
  readonly #faults: ReadonlyMap<string, FaultKind>;
  /** Sites that are out of order. */
  readonly outages = new Set<"database">();

  constructor(options: NetworkOptions) {
    this.#options = options;
    this.#random = seededRandom(`delays ${options.plan.delays}`);
    this.#faults = new Map(options.plan.faults.flatMap(exchangesOf));
  }

  /** Never settles for a process that dies meanwhile. */
  carry<T>(process: Process, exchange: Exchange<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    if (!process.isAlive) return promise;
    const kind = this.#nextFault(exchange.site);
    const fail = (failure: Failure) =>
      this.#answer(process, () => reject(exchange.failed(failure)));
    const isOut = this.outages.has("database") && /commit|query/.test(exchange.site);
    if (isOut || kind === "refused") {
      fail("refused");
      return promise;
    }
    if (kind === "freeze_before") this.#freeze(process);
    // In the process, which may be frozen or dead by the time at which it would have sent.
    const answer = (result: () => T, extraMs?: number) =>
      this.#answer(process, () => deliver(result, { resolve, reject }), extraMs);
    process.do(() => this.#send(process, exchange, kind, { answer, fail }));
    return promise;
  }

  #send<T>(
    process: Process,
    {
      effect,
      error,
      throttled = error,
      isImmediate = false,
      isSentOnce = isImmediate,
    }: Exchange<T>,
    kind: FaultKind | undefined,
    { answer, fail }: { answer(result: () => T, extraMs?: number): void; fail(why: Failure): void },
  ): void {
    const { scheduler, kill } = this.#options;
    const arrive = () => {
      if (kind === "crash_before") return kill(process);
      if (kind === "lost_request") return fail("lost");
      if (kind === "error_before") return answer(error);
      if (kind === "throttled") return answer(throttled);
      const result = outcomeOf(effect);
      if (kind === "doubled" && !isSentOnce) outcomeOf(effect);
      if (kind === "crash_after") return kill(process);
      if (kind === "lost_answer") return fail("lost");
      if (kind === "freeze_after") this.#freeze(process);
      const extraMs = kind === "late_answer" ? this.#random.below(lateMs) : 0;
      answer(kind === "error_after" ? error : result, extraMs);
    };
    if (isImmediate) return arrive();
    const extraMs = kind === "late_request" ? this.#random.below(lateMs) : 0;
    scheduler.after(this.#delay() + extraMs, arrive);
  }

  #answer(process: Process, settle: () => void, extraMs = 0): void {
    this.#options.scheduler.after(this.#delay() + extraMs, settle, process);
  }

  #freeze(process: Process): void {
    const ms = minFrozenMs + this.#random.below(maxFrozenMs - minFrozenMs);
    this.#options.freeze(process, ms);
  }

  #delay(): number {
    return 1 + this.#random.below(this.#random.below(8) === 0 ? usualMs * 10 : usualMs);
  }

  #nextFault(site: Site): FaultKind | undefined {
    const nth = this.#counts.get(site) ?? 0;
    this.#counts.set(site, nth + 1);
    return this.#faults.get(keyOf({ site, nth }));
  }
}

/** Every exchange that a fault hits. */
const exchangesOf = ({ site, nth, times, kind }: Fault): [string, FaultKind][] =>
  Array.from({ length: times }, (_, index) => [keyOf({ site, nth: nth + index }), kind]);

const keyOf = ({ site, nth }: Pick<Fault, "site" | "nth">) => `${site} ${nth}`;

/** Does it now. @returns what gives its result, or throws what it threw. */
function outcomeOf<T>(effect: () => T): () => T {
  try {
    const result = effect();
    return () => result;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

function deliver<T>(
  result: () => T,
  { resolve, reject }: { resolve(value: T): void; reject(reason: unknown): void },
): void {
  try {
    resolve(result());
  } catch (error) {
    reject(error);
  }
}
