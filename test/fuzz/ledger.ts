/** Keeps account of what the bot answered while it was fuzzed, and names what it should not have done. */
import { DatabaseSync } from "node:sqlite";
import type { ApiCall } from "../../src/emulators/line/server.ts";
import type { LineEvent } from "../../src/line/webhook-events.ts";
import { faultsOf } from "../../src/line/messages/prepare-reply.ts";
import type { World } from "../support/world.ts";

export interface Ledger extends Disposable {
  /** Everything that went wrong so far. */
  readonly faults: readonly string[];
  fault(what: string): void;
  /** An event is about to be sent, as it is or changed: its token can be used by one of them. */
  expect(event: unknown): void;
  /** Replies that LINE took for this event's token. */
  repliesTo(event: LineEvent): number;
  /** Data of a button, or a word, that the bot has shown to anybody. */
  shown(as: Shown, pick: number): string;
  /** Data of a button in the last reply to somebody. */
  lastShown(lineId: string, pick: number): string;
  readonly replies: number;
  /** Replies that LINE refused as their token was made up or used. */
  readonly deadTokens: number;
  /** Looks through what was logged meanwhile. @param about what was sent. */
  audit(about: string): void;
  /** Looks into the inbox, once everything is over. @returns how many staff orders ended in each state. */
  close(): Record<string, number>;
}

type Shown = "text" | "data";

const maxShown = 3000;

const stringsIn = (json: string, form: RegExp): string[] =>
  [...json.matchAll(form)].map(([, text = ""]) => JSON.parse(text) as string);
const pickOf = (pool: readonly string[], pick: number) =>
  pool[pick % Math.max(1, pool.length)] ?? "points";

export function createLedger(world: World): Ledger {
  const faults: string[] = [];
  const tokens = new Map<string, number>();
  const taken = new Map<string, number>();
  const senders = new Map<string, string>();
  const all: Record<Shown, string[]> = { text: [], data: [] };
  const last = new Map<string, string[]>();
  let replies = 0;
  let deadTokens = 0;
  let read = 0;
  const fault = (what: string) => void faults.push(what);
  const onRejection = (reason: unknown) => fault(`unhandled rejection: ${String(reason)}`);
  process.on("unhandledRejection", onRejection);

  function note({ call, body, response }: ApiCall): void {
    if (call !== "reply" && call !== "push") return;
    const token = typeof body["replyToken"] === "string" ? body["replyToken"] : "";
    if (response?.status === 200) {
      replies += 1;
      taken.set(token, (taken.get(token) ?? 0) + 1);
      const lineId = senders.get(token) ?? "";
      const json = JSON.stringify(body["messages"]);
      for (const message of body["messages"] as unknown[]) {
        for (const { property, rule } of faultsOf(message, { allowHttpImages: true })) {
          fault(`LINE would refuse ${property}: ${rule}`);
        }
      }
      const data = stringsIn(json, /"data":("(?:[^"\\]|\\.)*")/g);
      last.set(lineId, data);
      keep("data", data);
      keep("text", stringsIn(json, /"(?:text|clipboardText)":("(?:[^"\\]|\\.){4,40}")/g));
    } else if (response?.body["message"] === "Invalid reply token" && !isLive(token)) {
      deadTokens += 1;
    } else {
      fault(`LINE refused a ${call}: ${JSON.stringify(response)}`);
    }
  }

  const isLive = (token: string) => /^[0-9a-f]{32}$/.test(token) && tokens.get(token) === 1;

  const keep = (as: Shown, shown: readonly string[]) =>
    void (all[as] = [...all[as], ...shown].slice(-maxShown));

  const unwatch = world.line.watch((change) => {
    if (change.kind === "call") note(change.made);
  });

  return {
    faults,
    fault,
    get replies() {
      return replies;
    },
    get deadTokens() {
      return deadTokens;
    },
    expect(event) {
      const { replyToken: token, source } = (event ?? {}) as Partial<LineEvent>;
      if (typeof token !== "string") return;
      tokens.set(token, (tokens.get(token) ?? 0) + 1);
      if (typeof source?.userId === "string") senders.set(token, source.userId);
    },
    repliesTo: ({ replyToken = "" }) => taken.get(replyToken) ?? 0,
    shown: (as, pick) => pickOf(all[as], pick),
    lastShown: (lineId, pick) => pickOf(last.get(lineId) ?? [], pick),
    audit(about) {
      for (const line of world.logged.slice(read)) {
        const { level, msg, ...rest } = JSON.parse(line) as { level: number; msg: string };
        const told = `${msg} ${JSON.stringify(rest)}`;
        if (level >= 50) fault(`logged an error: ${told}\n  after ${about}`);
        if (msg === "apologised" && about.startsWith("words"))
          fault(`nothing failed, but it ${told}\n  after ${about}`);
      }
      read = world.logged.length;
    },
    close() {
      using db = new DatabaseSync(world.storeFile, { readOnly: true });
      const left = db.prepare("select state, park_reason as reason, body from inbox").all() as {
        state: string;
        reason: string | null;
        body: string;
      }[];
      const dead = left.filter(({ reason }) => reason === "refused");
      for (const { state, reason, body } of left) {
        if (reason !== "refused") fault(`an event is ${state}: ${reason ?? body.slice(0, 300)}`);
      }
      if (dead.length !== deadTokens) {
        fault(`${dead.length} events are parked, and ${deadTokens} replies had dead tokens`);
      }
      const orders = db.prepare("select state, count(*) as n from orders group by state");
      return Object.fromEntries(orders.all().map(({ state, n }) => [String(state), Number(n)]));
    },
    [Symbol.dispose]() {
      unwatch();
      process.off("unhandledRejection", onRejection);
    },
  };
}
