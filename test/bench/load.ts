/** The load process: signed webhooks from many senders over plain sockets, closed loop or at a fixed rate. */
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { seededRandom } from "../../src/emulators/loyalty/random.ts";
import { stuckToken } from "./stuck-token.ts";
import { nanoseconds } from "./time.ts";

export interface LoadOptions {
  /** Connections go to each of them in turn. */
  ports: readonly number[];
  path: string;
  secret: string;
  sinkPort: number;
  events: number;
  senders: number;
  /** The number of the first one: with another, all of them write for the first time. */
  firstSender: number;
  connections: number;
  /** Events a second; null = closed loop: each connection sends again when it was answered. */
  rate: number | null;
  /** Who writes: of a crowd some often and most seldom. */
  from: "a crowd" | "each in turn" | "one person";
  /** Which events LINE takes replies to: with "none" their chats are stuck, and it isn't waited for replies. */
  replies: "all" | "none";
}

export interface LoadResult {
  seconds: number;
  acknowledged: number;
  refused: number;
  replies: number;
  duplicates: number;
  lookups: number;
  /** Milliseconds from when an event was due to its answer and to its reply: p50, p99, p999. */
  ack: number[];
  reply: number[];
  /** How late the generator itself was at worst, in milliseconds. */
  lateness: number;
  /** CPU seconds of load process and sink. */
  loadCpu: number;
}

const flattened = 12;

/**
 * The rank of a message's sender by the law of Zipf and Mandelbrot: a few write often, most seldom.
 * The flattened head keeps the most frequent one at an eightieth of all.
 */
function skewed(senders: number): () => number {
  const chance = seededRandom("senders");
  const sums = new Float64Array(senders);
  let total = 0;
  for (let rank = 0; rank < senders; rank++) sums[rank] = total += 1 / (rank + flattened);
  return () => {
    const point = (chance.below(2 ** 32) / 2 ** 32) * total;
    return sums.findIndex((sum) => sum > point);
  };
}

function requests(options: LoadOptions): Buffer[] {
  const ranks = {
    "a crowd": skewed(options.senders),
    "each in turn": (index: number) => index % options.senders,
    "one person": () => 0,
  };
  const rankOf = ranks[options.from];
  const started = Date.now();
  const isStuck = options.replies === "none";
  return Array.from({ length: options.events }, (_, index) => {
    // Chats that get no replies are of other people.
    const prefix = isStuck ? "Ub" : "U0";
    const userId = `${prefix}${(options.firstSender + rankOf(index)).toString(16).padStart(31, "0")}`;
    const body = JSON.stringify({
      destination: `U${"0".repeat(32)}`,
      events: [
        {
          type: "message",
          message: {
            type: "text",
            id: String(468_789_577_898_262_530n + BigInt(index)),
            quoteToken: "q3Plxr4AgKd",
            text: "points",
          },
          webhookEventId: `01H${started.toString(36)}${index.toString(36).padStart(8, "0")}`,
          deliveryContext: { isRedelivery: false },
          timestamp: started,
          source: { type: "user", userId },
          replyToken: `${isStuck ? stuckToken : ""}${index}`,
          mode: "active",
        },
      ],
    });
    const signature = createHmac("sha256", options.secret).update(body).digest("base64");
    return Buffer.from(
      `POST ${options.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json; charset=utf-8\r\nUser-Agent: LineBotWebhook/2.0\r\nX-Line-Signature: ${signature}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  });
}

async function run(options: LoadOptions): Promise<LoadResult> {
  const sink = (path: string) =>
    fetch(`http://127.0.0.1:${options.sinkPort}${path}`).then((answer) => answer.json());
  await sink("/report");
  const all = requests(options);
  const due = new Float64Array(options.events);
  const acked = new Float64Array(options.events);
  const idle: Socket[] = [];
  const waiting: number[] = [];
  const current = new Map<Socket, number>();
  const finished = Promise.withResolvers<void>();
  let answered = 0;
  let refused = 0;
  let sent = 0;

  function send(socket: Socket, index: number): void {
    current.set(socket, index);
    socket.write(all[index] ?? "");
  }
  function free(socket: Socket): void {
    const next = waiting.shift();
    if (next !== undefined) send(socket, next);
    else if (options.rate === null && sent < options.events) {
      due[sent] = nanoseconds();
      send(socket, sent++);
    } else idle.push(socket);
  }
  function open(_: unknown, number: number): Promise<Socket> {
    const port = options.ports[number % options.ports.length] ?? 0;
    const socket = connect(port, "127.0.0.1").setNoDelay(true);
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      const head = text.indexOf("\r\n\r\n");
      if (head < 0) return;
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
      const chunked = /transfer-encoding: chunked/i.test(text);
      if (chunked ? !text.endsWith("0\r\n\r\n") : text.length < head + 4 + length) return;
      if (!text.startsWith("HTTP/1.1 200")) refused += 1;
      text = "";
      acked[current.get(socket) ?? 0] = nanoseconds();
      answered += 1;
      if (answered === options.events) finished.resolve();
      free(socket);
    });
    socket.on("error", finished.reject);
    return once(socket, "connect").then(() => socket);
  }
  const sockets = await Promise.all(Array.from({ length: options.connections }, open));
  const cpu = process.cpuUsage();
  const begun = nanoseconds();
  let lateness = 0;
  if (options.rate === null) sockets.forEach(free);
  else {
    idle.push(...sockets);
    const gap = 1e9 / options.rate;
    const tick = () => {
      const now = nanoseconds();
      while (sent < options.events && begun + sent * gap <= now) {
        const index = sent++;
        due[index] = begun + index * gap;
        lateness = Math.max(lateness, now - (due[index] ?? now));
        const socket = idle.shift();
        if (socket) send(socket, index);
        else waiting.push(index);
      }
      if (sent < options.events) setTimeout(tick, 1);
    };
    tick();
  }
  await finished.promise;
  for (let tries = 0; tries < 600 && options.replies === "all"; tries++) {
    const { replies } = (await sink("/count")) as { replies: number };
    if (replies >= options.events) break;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  const report = (await sink("/report")) as {
    arrivals: [number, number][];
    duplicates: number;
    lookups: number;
    cpu: { user: number; system: number };
  };
  for (const socket of sockets) socket.destroy();
  let last = 0;
  for (const at of acked) last = Math.max(last, at);
  for (const [, at] of report.arrivals) last = Math.max(last, at);
  const used = process.cpuUsage(cpu);
  return {
    seconds: (last - begun) / 1e9,
    acknowledged: answered,
    refused,
    replies: report.arrivals.length,
    duplicates: report.duplicates,
    lookups: report.lookups,
    ack: quantiles([...acked].map((at, index) => (at - (due[index] ?? at)) / 1e6)),
    reply: quantiles(report.arrivals.map(([index, at]) => (at - (due[index] ?? at)) / 1e6)),
    lateness: lateness / 1e6,
    loadCpu: (used.user + used.system) / 1e6,
  };
}

function quantiles(values: number[]): number[] {
  const sorted = Float64Array.from(values).toSorted();
  return [0.5, 0.99, 0.999].map(
    (part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? NaN,
  );
}

process.on("message", (options: LoadOptions) => {
  run(options).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.send?.("ready");
