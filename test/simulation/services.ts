/** Connects a replica to simulated LINE, to the simulated platform, and to the database in memory. */
import type { AppContext } from "../../src/app/context.ts";
import { openObservations, type Services } from "../../src/app/connect-services.ts";
import type { LineChannel } from "../../src/app/connections.ts";
import type { Clock } from "../../src/clock.ts";
import { fixedToken } from "../../src/line/stateless-tokens.ts";
import { LineError } from "../../src/line/errors.ts";
import type { LineHttpClient, LineHttpResponse } from "../../src/line/http-client.ts";
import { createMessagingClient, type MessagingClient } from "../../src/line/messaging-client.ts";
import { createLoyaltyClient } from "../../src/loyalty/client.ts";
import { LoyaltyError } from "../../src/loyalty/errors.ts";
import type { HttpClient, HttpResponse } from "../../src/loyalty/http-client.ts";
import { createLog } from "../../src/observability/log.ts";
import type { DatabaseLink } from "./database/memory-pool.ts";
import { DatabaseError } from "./database/table.ts";
import type { Line } from "./line.ts";
import type { Machine } from "./machine.ts";
import type { Network } from "./network.ts";
import type { NotedSend } from "./observations.ts";
import { account, staff } from "./people.ts";
import type { Plan } from "./plan.ts";
import type { Platform } from "./platform/platform.ts";
import type { Process } from "./scheduler.ts";

export interface Connections {
  process: Process;
  machine: Machine;
  /** Notes a request that leaves now. @returns notes whether it has a clear answer. */
  noteSend(
    send: Pick<NotedSend, "by" | "to" | "request">,
    machine: Machine,
  ): (isClear: boolean) => void;
  network: Network;
  line: Line;
  platform: Platform;
  plan: Pick<Plan, "isIdempotent" | "canPush" | "reminds">;
}

/** The channel secret that webhooks are signed with. */
export const secret = "secret";
const log = createLog("silent");

/** The connection broke: pg's errors have the codes of the system. */
const connectionError = (failure: "refused" | "lost") =>
  new DatabaseError(failure === "refused" ? "ECONNREFUSED" : "ECONNRESET", "connection broken");

function terminate(): never {
  throw new DatabaseError("57P01", "terminating connection");
}

/** While a replica starts, no exchange takes time or fails. */
export function databaseLink({
  process,
  network,
}: Pick<Connections, "process" | "network">): DatabaseLink & { isStarting: boolean } {
  const link = {
    isStarting: true,
    reach: () =>
      link.isStarting
        ? Promise.resolve()
        : network.carry(process, {
            site: "query",
            effect: () => {},
            error: terminate,
            failed: connectionError,
          }),
    carry: async <T>(effect: () => T, changes: boolean): Promise<T> =>
      link.isStarting
        ? effect()
        : network.carry(process, {
            site: changes ? "commit" : "query",
            effect,
            error: terminate,
            failed: connectionError,
            isImmediate: true,
          }),
  };
  return link;
}

/** The real clients of LINE and of the platform, over the simulated network. */
export async function servicesOf(
  options: Connections,
  { config, secrets, store, clock }: AppContext,
): Promise<Services> {
  const { plan } = options;
  const direct = secrets.connect;
  const baseUrl = config.connect.kind === "real" ? config.connect.baseUrl : "";
  const observations = await openObservations({ settings: store.settings, baseUrl, log });
  const loyalty = createLoyaltyClient({
    baseUrl,
    direct,
    exchange: null,
    observations: observations.current,
    idempotentWrites: plan.isIdempotent,
    timeoutMs: config.connectTimeoutMs,
    clock,
    log,
    tokens: store.settings,
    http: platformHttp(options),
  });
  const messaging = createMessaging(options, clock);
  return {
    platform: {
      baseUrl,
      direct,
      exchange: null,
      overrides: {},
      idempotentWrites: plan.isIdempotent,
      emulator: null,
      pages: null,
    },
    loyalty,
    clockDifference: { current: () => 0, note: () => {} },
    observations,
    rewardsFile: {},
    line: { members: channelOf(messaging), dev: null },
    brand: {
      name: "Shop",
      color: "#1a5e63",
      accent: "#1a5e63",
      logo: null,
      registerUrl: null,
      contactUrl: null,
    },
    platformCalls: null,
  };
}

const none = () => Promise.reject(new LineError("refused", "no rich menus"));

function channelOf(messaging: LineChannel["messaging"]): LineChannel {
  return {
    apiBaseUrl: "https://line.example",
    token: fixedToken("token"),
    messaging,
    richMenus: {
      list: async () => [],
      aliases: async () => new Map(),
      defaultMenu: async () => null,
      create: none,
      upload: none,
      remove: none,
      setAlias: none,
      removeAlias: none,
      setDefaultMenu: none,
      move: none,
      progress: none,
      link: none,
      [Symbol.asyncDispose]: async () => {},
    },
    content: { image: async () => "gone", [Symbol.asyncDispose]: async () => {} },
    channel: { account, secrets: [secret] },
    displayName: "Shop",
    basicId: "@shop",
    initialStaff: staff.map((one) => ({ ...one, active: true, since: 0 })),
    emulator: null,
    quota: async () => ({ limit: null, used: 0 }),
  };
}

function createMessaging(options: Connections, clock: Clock): MessagingClient {
  let replies = 0;
  /** The call that sends with a reply token. */
  const calls = new Map<string, string>();
  const messaging = createMessagingClient({
    apiBaseUrl: "https://line.example",
    token: fixedToken("token"),
    clock,
    log,
    http: lineHttp(options, (token) => calls.get(token) ?? ""),
  });
  return {
    ...messaging,
    reply(replyToken, ...rest) {
      calls.set(replyToken, `${options.process.name}, reply ${++replies}`);
      return messaging.reply(replyToken, ...rest);
    },
  };
}

function lineHttp(
  { process, machine, noteSend, network, line }: Connections,
  senderOf: (replyToken: string) => string,
): LineHttpClient {
  return {
    timeoutMs: 5000,
    async send(request): Promise<LineHttpResponse> {
      const isRead = /message\/(reply|push)$/.test(request.path);
      if (isRead) noteSend({ by: process.name, to: "line", request: request.path }, machine);
      const { status, text } = await network.carry(process, {
        site: "line",
        effect: () => line.answer(request, senderOf),
        error: () => ({ status: 500, text: "{}" }),
        failed: (failure) =>
          new LineError(failure === "refused" ? "unreachable" : "no_answer", failure),
      });
      return { status, text, requestId: undefined, bytes: Buffer.from(text) };
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

function platformHttp(options: Connections): HttpClient {
  const { process, machine, noteSend, network, platform, plan } = options;
  return {
    send: async (request): Promise<HttpResponse> => {
      const { operation, writes, path, body } = request;
      const sent = {
        to: "platform",
        request: `${operation} ${path} ${JSON.stringify(body)}`,
      } as const;
      const answered = writes ? noteSend({ by: process.name, ...sent }, machine) : () => {};
      const { status, text } = await network
        .carry(process, {
          site: writes ? "platform_write" : "platform_read",
          effect: () => platform.answer(request),
          isSentOnce: writes && !plan.isIdempotent,
          error: () => ({ status: 500, text: "{}" }),
          throttled: () => ({ status: 429, text: "{}" }),
          failed: (failure) =>
            new LoyaltyError("UNREACHABLE", failure, {
              operation,
              ambiguous: writes && failure === "lost",
            }),
        })
        .catch((error: unknown) => {
          answered(error instanceof LoyaltyError && !error.ambiguous);
          throw error;
        });
      answered(status < 500);
      return { status, text, requestId: null, retryAfter: null, date: null };
    },
    [Symbol.asyncDispose]: async () => {},
  };
}
