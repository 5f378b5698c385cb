/** Runs one plan: two replicas of the bot between simulated services, until everything has ended. */
import { seededRandom } from "../../src/emulators/loyalty/random.ts";
import type { OperationName } from "../../src/loyalty/contract.ts";
import { MemoryDatabase } from "./database/memory-database.ts";
import { Locks } from "./database/memory-pool.ts";
import { LeaseWatch } from "./lease-watch.ts";
import { Line } from "./line.ts";
import { Machine } from "./machine.ts";
import { Network } from "./network.ts";
import type { NotedSend, Observations, RedemptionMoment, RedemptionWrite } from "./observations.ts";
import { momentOf, observe, ordersIn } from "./observe.ts";
import { composeAgreement, composeEvent, type MessageAction, type Sent } from "./compose-event.ts";
import { Platform } from "./platform/platform.ts";
import type { ClockStep, Incident, Plan, Step } from "./plan.ts";
import { startReplica, type Replica } from "./replica.ts";
import { Process, Scheduler } from "./scheduler.ts";

/** A week in which birthdays of two years count. */
const start = Date.parse("2027-01-02T05:00:00Z");
/** Long enough for every pause of the bot; a world that has not ended by then has lost something. */
const maxMs = 10 * 60_000;
/** After it a redemption can't be undone. */
const waitMs = 15 * 60_000;
const quietCheckMs = 500;
/** How long people look at a question; they wait for it this often. */
const agreeMs = 200;
const maxAgreeTries = 10;
/** Nothing happens meanwhile but what happens every second, so a wait for the platform is cut short. */
const dullMs = 12_000;
/** Not as long as the wait before a second send: what happens shortly before its end is simulated. */
const skippedMs = 45_000;
const restartMs = 1500;
/** Long enough for what a process had begun when it was frozen: by then others have done all that is to be done. */
const restMs = 1000;
/** How long LINE waits for a 200 before it delivers again. */
const redeliverMs = 2500;
const maxDeliveries = 8;

class World {
  readonly #plan: Plan;
  readonly #scheduler = new Scheduler(start);
  readonly #database: MemoryDatabase = new MemoryDatabase(
    { now: () => this.#scheduler.now },
    (sql, values) => {
      this.#noteJudgement(sql, values);
      this.#leases.beforeStatement(sql);
    },
  );
  readonly #leases = new LeaseWatch(this.#database);
  readonly #machines: readonly Machine[];
  readonly #sends: NotedSend[] = [];
  readonly #judgedAheadMs: number[] = [];
  readonly #locks = new Locks();
  readonly #line = new Line(() => this.#scheduler.now);
  readonly #platform: Platform;
  readonly #network: Network;
  /** The replica in each of the two places; null while there is none. */
  readonly #replicas: (Replica | null)[] = [null, null];
  readonly #sent: Sent[] = [];
  /** Ids of the rows in which the store has kept each event. */
  readonly #storedAs = new Map<string, number>();
  #processes = 0;
  /** Steps and incidents that are still to come, or not over. */
  #ahead = 0;
  #atRestSince = Infinity;
  #dullSince = Infinity;
  #end = start + maxMs;
  /** How redemptions stood when nothing was in progress. */
  readonly #moments: RedemptionMoment[] = [];
  #wasQuiet = true;
  readonly #redemptionWrites: RedemptionWrite[] = [];

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#machines = plan.aheadMs.map((ms) => new Machine(ms, start));
    this.#platform = new Platform({
      now: () => this.#scheduler.now,
      isIdempotent: plan.isIdempotent,
      wrote: (operation, refId) => this.#noteWrite(operation, refId),
    });
    this.#network = new Network({
      scheduler: this.#scheduler,
      plan,
      kill: (process) => this.#kill(process),
      freeze: (process, ms) => this.#freeze(process, ms),
    });
  }

  get now(): number {
    return this.#scheduler.now;
  }

  async run(): Promise<Observations> {
    await Promise.all([this.#start(0), this.#start(1)]);
    this.#takeSteps(this.#plan.steps);
    let ms = 0;
    for (const incident of this.#plan.incidents) {
      ms += incident.afterMs;
      this.#expect(ms, () => this.#bringAbout(incident));
    }
    let stepMs = 0;
    for (const step of this.#plan.clockSteps) {
      stepMs += step.afterMs;
      this.#expect(stepMs, () => this.#setClock(step));
    }
    await this.#scheduler.run(() => this.#isOver());
    return observe(this.#database, this.#line, this.#platform, {
      sent: this.#sent,
      storedAs: this.#storedAs,
      moments: [...this.#moments, momentOf(this.#database, this.#scheduler.now)],
      redemptionWrites: this.#redemptionWrites,
      sends: this.#sends,
      judgedAheadMs: this.#judgedAheadMs,
      brokenLeases: this.#leases.broken,
      isIdempotent: this.#plan.isIdempotent,
    });
  }

  #takeSteps([step, ...others]: readonly Step[]): void {
    if (!step) return;
    const { action } = step;
    this.#expect(step.afterMs, () => {
      if (action === "wait") return this.#whenQuiet(() => this.#wait(others));
      if (action === "use") this.#platform.coupons.use(step.which);
      else if (action === "reprice") this.#platform.coupons.reprice(step.which);
      else if (action === "join") this.#platform.people.join(step.who, step.which);
      else if (action === "use_ending") this.#platform.coupons.useEnding(step.which);
      else if (action === "change_birthdate") this.#platform.people.changeBirthdate();
      else this.#take({ ...step, action });
      this.#takeSteps(others);
    });
  }

  #whenQuiet(task: () => void): void {
    if (this.#isQuiet()) task();
    else this.#expect(quietCheckMs, () => this.#whenQuiet(task));
  }

  #wait(steps: readonly Step[]): void {
    this.#scheduler.leap(waitMs);
    this.#end += waitMs;
    this.#takeSteps(steps);
  }

  /** Notes what the store says of a redemption at the moment at which the platform does one of its steps. */
  #noteWrite(operation: OperationName, refId: string): void {
    const { redemptions } = momentOf(this.#database, this.#scheduler.now);
    const redemption = redemptions.find((one) => [one.burnRefId, one.giveRefId].includes(refId));
    if (redemption) this.#redemptionWrites.push({ operation, redemption });
  }

  #setClock({ replica: place, aheadMs, forMs }: ClockStep): void {
    const { now } = this.#scheduler;
    this.#machines[place]?.set(aheadMs, now);
    this.#expect(forMs, () =>
      this.#machines[place]?.set(this.#plan.aheadMs[place] ?? 0, this.#scheduler.now),
    );
  }

  #noteSend(
    send: Pick<NotedSend, "by" | "to" | "request">,
    machine: Machine,
  ): (isClear: boolean) => void {
    const { now } = this.#scheduler;
    const storedAt = send.to === "platform" ? this.#storedSendOf(send.request) : null;
    const noted = { ...send, at: now, storedAt, offForMs: machine.offForMs(now), isUnclear: true };
    this.#sends.push(noted);
    return (isClear) => {
      noted.isUnclear = !isClear;
    };
  }

  /** When the store says that a write was sent; null if the request doesn't name its `ref_id`. */
  #storedSendOf(request: string): number | null {
    const isNamed = (refId: string) => request.includes(`"ref_id":"${refId}"`);
    const steps = ordersIn(this.#database)
      .filter(({ undoes }) => undoes === null)
      .flatMap((order) => order.steps.filter(({ takesBack }) => takesBack === null));
    const named = steps.find(({ refId }) => isNamed(refId));
    return named ? Number(named.sentAt) : null;
  }

  /** Notes by which time a process asks for what is due. */
  #noteJudgement(sql: string, values: readonly unknown[]): void {
    const [, place] = /retry_at <= \$(\d)/.exec(sql) ?? [];
    if (place) this.#judgedAheadMs.push(Number(values[Number(place) - 1]) - this.#scheduler.now);
  }

  /** Schedules something that has to be over before the world is. */
  #expect(ms: number, task: () => void): void {
    this.#ahead += 1;
    this.#scheduler.after(ms, () => {
      task();
      this.#ahead -= 1;
    });
  }

  async #start(place: number): Promise<void> {
    const process = new Process(`replica ${++this.#processes}`);
    this.#ahead += 1;
    const machine = this.#machines[place];
    if (!machine) throw new RangeError("no such place");
    const replica = await startReplica({
      process,
      machine,
      noteSend: (send, its) => this.#noteSend(send, its),
      scheduler: this.#scheduler,
      network: this.#network,
      database: this.#database,
      locks: this.#locks,
      line: this.#line,
      platform: this.#platform,
      plan: this.#plan,
    });
    this.#replicas[place] = replica;
    this.#ahead -= 1;
  }

  #kill(process: Process): void {
    const place = this.#replicas.findIndex((one) => one?.process === process);
    process.kill();
    if (place < 0) return;
    this.#replicas[place]?.break();
    this.#replicas[place] = null;
    this.#expect(restartMs, () => void this.#start(place));
  }

  #freeze(process: Process, ms: number): void {
    process.freeze();
    this.#expect(ms, () => process.thaw());
  }

  #pause(place: number, process: Process, ms: number): void {
    process.freeze();
    this.#expect(ms, () => {
      this.#machines[place]?.passOver(ms, this.#scheduler.now);
      process.thaw(ms);
    });
  }

  #bringAbout({ kind, replica: place, ms }: Incident): void {
    const replica = this.#replicas[place];
    if (kind === "database_outage") {
      this.#network.outages.add("database");
      this.#expect(ms, () => this.#network.outages.delete("database"));
    } else if (!replica) return;
    else if (kind === "kill") this.#kill(replica.process);
    else if (kind === "freeze") this.#freeze(replica.process, ms);
    else if (kind === "pause") this.#pause(place, replica.process, ms);
    else this.#stop(place, replica);
  }

  /** A rolling deploy: it stops by itself, and another one starts in its place. */
  #stop(place: number, replica: Replica): void {
    if (!replica.process.isRunning) return;
    this.#replicas[place] = null;
    this.#ahead += 1;
    const end = () => {
      replica.process.kill();
      replica.break();
      this.#ahead -= 1;
      void this.#start(place);
    };
    // As a supervisor does that sends SIGKILL after a time.
    const supervisor = this.#scheduler.after(12_000, end);
    void replica.stop().finally(() => {
      if (!replica.process.isAlive) return;
      supervisor.close();
      end();
    });
  }

  #take(step: Step & { action: MessageAction }): void {
    const sent = composeEvent(step, this.#line, this.#sent, this.#scheduler.now);
    this.#send(sent, step);
    if (step.action.startsWith("redeem")) this.#agree(sent.chat, step, maxAgreeTries);
  }

  #send(sent: Sent, { replica, isDoubled }: Pick<Step, "replica" | "isDoubled">): void {
    this.#sent.push(sent);
    this.#deliver(sent, replica, 1);
    if (isDoubled) this.#deliver(sent, 1 - replica, maxDeliveries);
  }

  /** Lets somebody agree to a redemption as soon as they are asked. */
  #agree(chat: string, step: Step, tries: number): void {
    if (tries === 0) return;
    this.#expect(agreeMs, () => {
      const tap = composeAgreement(chat, this.#line, this.#sent, this.#scheduler.now);
      if (tap) this.#send(tap, step);
      else this.#agree(chat, step, tries - 1);
    });
  }

  /** Delivers until some replica has answered 200. */
  #deliver(sent: Sent, place: number, tries: number): void {
    const replica = this.#replicas[place] ?? this.#replicas[1 - place];
    const { event } = sent;
    this.#line.deliver(event);
    const deliveryContext = { isRedelivery: tries > 1 };
    replica?.process.do(() =>
      replica.receive([{ ...event, deliveryContext }], (status) => {
        // What a dead or frozen process would have sent never arrives in time.
        if (status === 200 && replica.process.isRunning) sent.isAccepted = true;
      }),
    );
    if (tries >= maxDeliveries) return;
    this.#expect(redeliverMs, () => {
      if (!sent.isAccepted) this.#deliver(sent, 1 - place, tries + 1);
    });
  }

  /** Whether nothing has been left to do for a while. */
  #isOver(): boolean {
    const { now } = this.#scheduler;
    const isAnswered = this.#isAnswered();
    const isQuiet = isAnswered && this.#isSettled();
    if (isQuiet && !this.#wasQuiet) this.#moments.push(momentOf(this.#database, now));
    this.#wasQuiet = isQuiet;
    const since = (last: number, holds: boolean) => (holds ? Math.min(last, now) : Infinity);
    this.#atRestSince = since(this.#atRestSince, isQuiet && this.#ahead === 0);
    this.#dullSince = since(this.#dullSince, isAnswered && !isQuiet && this.#ahead === 0);
    if (now - this.#dullSince >= dullMs) {
      this.#scheduler.leap(skippedMs);
      this.#dullSince = Infinity;
    }
    return now - this.#atRestSince >= restMs || now > this.#end;
  }

  #isQuiet(): boolean {
    return this.#isAnswered() && this.#isSettled();
  }

  /** Whether no event is in progress. Also notes where the store keeps the events. */
  #isAnswered(): boolean {
    // What isn't committed doesn't count.
    if (this.#locks.isInUse) return false;
    const rows = this.#database.table("inbox").rows();
    for (const { webhook_event_id: id, id: storedAs } of rows) {
      if (!this.#storedAs.has(String(id))) this.#storedAs.set(String(id), Number(storedAs));
    }
    return rows.every(({ state }) => state !== "open");
  }

  /** Whether no order is in progress. */
  #isSettled(): boolean {
    return ordersIn(this.#database).every(({ state }) => state !== "working");
  }
}

/**
 * Runs a plan. Nothing but the plan decides what happens: the clock and the random numbers that the
 * bot and its libraries take from the system are the world's while it runs.
 */
export async function runWorld(plan: Plan): Promise<Observations> {
  const { random } = Math;
  const { now } = Date;
  const source = seededRandom(`jitter ${plan.delays}`);
  const world = new World(plan);
  Math.random = () => source.below(2 ** 32) / 2 ** 32;
  Date.now = () => world.now;
  try {
    return await world.run();
  } finally {
    Math.random = random;
    Date.now = now;
  }
}
