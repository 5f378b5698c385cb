/** Implements leadership in Postgres: a row for each job names its leader, who renews it each second. */
import type { Timer } from "../../clock.ts";
import { reasonOf } from "../../errors.ts";
import type { Queries } from "../database.ts";
import { oneAfterAnother } from "../one-after-another.ts";
import type { JobName, Leadership, RunningJob } from "../coordination.ts";
import type { Exclusive } from "../settings.ts";
import type { PostgresDatabase } from "./database.ts";
import { renewalMs, termSql, trustMs, type ReplicaServices } from "./lease.ts";
import type { Replica } from "./replica.ts";

/** A job that this replica does whenever it is elected. */
interface Candidacy {
  start(): RunningJob;
  running: RunningJob | null;
  /** Stops the job when the term couldn't be renewed in time. */
  term: Timer | null;
  /** Resolves when the job has stopped since the last election. */
  stopped: Promise<void>;
}

/** For an operator's command, which leaves all jobs to the bot. */
export const noLeader: Leadership = {
  run: () => ({ [Symbol.asyncDispose]: () => Promise.resolve() }),
};

/** The rows are locked in the order of the jobs, so that two replicas never wait for each other. */
const electSql = `
  insert into leaders (job, replica, until)
  select job, $2, clock_timestamp() + ${termSql} from unnest($1::text[]) as jobs (job) order by job
  on conflict (job) do update set replica = excluded.replica, until = excluded.until
  where leaders.replica = excluded.replica or leaders.until < clock_timestamp()
  returning job`;

/** @param options `replica`: while it may not act, it leaves its jobs to the others. */
export function postgresLeadership({
  db,
  replica,
  clock,
  log,
}: ReplicaServices & { replica: Pick<Replica<unknown>, "id" | "mayAct"> }): Leadership {
  const candidacies = new Map<JobName, Candidacy>();
  let timer: Timer | null = null;
  /** Elections and resignations run one after another. */
  let queue: Promise<void> = Promise.resolve();

  function enqueue(work: () => Promise<void>): Promise<void> {
    queue = queue.then(work).catch((error: unknown) => {
      log.warn({ reason: reasonOf(error) }, "electing leaders failed");
    });
    return queue;
  }

  function schedule(): void {
    timer?.close();
    timer = clock.after(renewalMs, () => {
      void enqueue(() => elect([...candidacies.keys()])).finally(() => {
        if (candidacies.size > 0) schedule();
      });
    });
  }

  async function elect(jobs: readonly JobName[]): Promise<void> {
    if (!replica.mayAct) return leave();
    const at = clock.monotonic();
    const rows = await db.rows<{ job: JobName }>(electSql, [jobs, replica.id]);
    const elected = new Set(rows.map(({ job }) => job));
    for (const job of jobs) {
      const candidacy = candidacies.get(job);
      if (!candidacy) continue;
      if (elected.has(job)) await instate(candidacy, at);
      else dismiss(candidacy);
    }
  }

  /** Stops all jobs, and leaves them to the other replicas at once. */
  async function leave(): Promise<void> {
    const led = [...candidacies].filter(([, { running }]) => running !== null);
    for (const [, candidacy] of led) dismiss(candidacy);
    for (const [job, { stopped }] of led) {
      await stopped;
      await resign(job);
    }
  }

  /** @param at when the election was sent, by the monotonic clock: the term can't have begun earlier. */
  async function instate(candidacy: Candidacy, at: number): Promise<void> {
    await candidacy.stopped;
    const left = at + trustMs - clock.monotonic();
    const isWithdrawn = !candidacies.values().some((one) => one === candidacy);
    if (isWithdrawn || left <= 0) return dismiss(candidacy);
    candidacy.term?.close();
    // By the own clock: a database that doesn't answer must not keep a replica in office.
    candidacy.term = clock.after(left, () => dismiss(candidacy));
    candidacy.running ??= candidacy.start();
  }

  function dismiss(candidacy: Candidacy): void {
    candidacy.term?.close();
    if (!candidacy.running) return;
    candidacy.stopped = stop(candidacy.running);
    candidacy.running = null;
  }

  async function stop(running: RunningJob): Promise<void> {
    try {
      await running.stop();
    } catch (error) {
      log.error({ reason: reasonOf(error) }, "a job could not be stopped");
    }
  }

  async function resign(job: JobName): Promise<void> {
    await db.run("delete from leaders where job = $1 and replica = $2", [job, replica.id]);
  }

  return {
    run(job, start) {
      const candidacy = { start, running: null, term: null, stopped: Promise.resolve() };
      candidacies.set(job, candidacy);
      void enqueue(() => elect([job]));
      if (!timer) schedule();
      return {
        [Symbol.asyncDispose]: async () => {
          candidacies.delete(job);
          if (candidacies.size === 0) timer?.close();
          dismiss(candidacy);
          await candidacy.stopped;
          await enqueue(() => resign(job));
        },
      };
    },
  };
}

/** Any number, the same in every version: the space of the locks of settings. */
const lockSpace = 727_468_002;
/** Afterwards the database ends the connection, and the lock with it. */
const maxWork = "60s";

/** Locks by names that all replicas share. */
export function postgresExclusive(db: PostgresDatabase): Exclusive {
  const inTurn = oneAfterAnother();
  // In turn first: callers that wait for the lock would take the connections that the work needs.
  return (name, work) => inTurn(name, () => exclusively(db, name, work));
}

/**
 * The lock belongs to a transaction, so that it ends with its connection, and a pooler in transaction mode
 * keeps it. It waits its turn for four times the lock timeout of a transaction.
 */
async function exclusively<T>(
  db: PostgresDatabase,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const begun: Promise<T>[] = [];
  const underLock = async (tx: Queries) => {
    await tx.rows("select pg_advisory_xact_lock($1, hashtext($2))", [lockSpace, name]);
    await tx.run(`set local idle_in_transaction_session_timeout = '${maxWork}'`);
    // The transaction is repeated when its connection breaks, but never the work.
    if (begun.length === 0) begun.push(work());
    await Promise.allSettled(begun);
  };
  try {
    await db.transaction(underLock, { repeatable: true });
  } catch (error) {
    if (begun.length === 0) throw error;
  }
  return (await Promise.all(begun))[0] as T;
}
