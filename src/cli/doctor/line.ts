/** Checks a LINE channel: its token, webhook settings, a test of the webhook, and the message quota. */
import type { WebhookPath } from "../../app/connections.ts";
import type { Clock } from "../../clock.ts";
import type { ChannelPrefix } from "../../line/stateless-tokens.ts";
import type {
  ChannelStatusClient,
  Quota,
  WebhookEndpoint,
  WebhookTest,
} from "../../line/channel-status-client.ts";
import { LineError } from "../../line/errors.ts";
import type { MessagingClient } from "../../line/messaging-client.ts";
import type { Store } from "../../store/store.ts";
import { type Area, type Check, fault, type Finding, hint, ok, skipped } from "./check.ts";
import { clockSkew, printable, reachable } from "./probe.ts";

/** A channel with its clients. */
export interface ChannelAccess {
  area: string;
  /** Prefix of its environment variables. */
  prefix: ChannelPrefix;
  embedded: boolean;
  /** Null if the embedded LINE takes any free port. */
  apiBaseUrl: string | null;
  /** Null if no token of the embedded LINE is known. */
  clients: { messaging: MessagingClient; status: ChannelStatusClient } | null;
  /** Where LINE should post; null if only the channel itself knows. */
  webhookUrl: string | null;
  path: WebhookPath;
  pushes: boolean;
  /** How many messages pushes of reminders leave; null = reminders aren't pushed. */
  reserve: number | null;
}

const developers = "LINE Developers Console → the channel → Messaging API";
const manager = "LINE Official Account Manager → Settings → Response settings";

/** @param last further checks of this channel, run after its own. */
export function lineArea(channel: ChannelAccess, clock: Clock, last: readonly Check[] = []): Area {
  const { prefix, clients, embedded } = channel;
  let webhook: Promise<WebhookEndpoint | null> | undefined;
  const line = () => {
    if (!clients) throw new LineError("unauthorized", "there is no token");
    return clients;
  };
  const endpoint = () => (webhook ??= line().status.webhook());

  const check = (name: string, needs: string | null, run: () => Promise<Finding>): Check => ({
    name,
    ...(needs !== null && { needs }),
    run: async () => {
      try {
        return await run();
      } catch (error) {
        if (!(error instanceof LineError)) throw error;
        return refused(error, prefix);
      }
    },
  });

  return {
    name: channel.area,
    checks: [
      check("reachable", null, () =>
        reachable(channel.apiBaseUrl, { embedded, portVariable: "EMBEDDED_LINE_PORT" }, clock),
      ),
      check("clock", "reachable", () => clockSkew(channel.apiBaseUrl ?? "", clock)),
      check("token", "reachable", async () => {
        if (!clients) {
          return fault(
            "the store has no token for the LINE that answers there",
            "see the area store; check DATA_DIR and EMBEDDED_LINE_PORT: another bot may have that port",
          );
        }
        const { basicId } = await line().messaging.botInfo();
        return ok(`opens the account ${basicId}`);
      }),
      check("webhook address", "token", async () => address(channel, await endpoint())),
      check("webhook switch", "token", async () => {
        const set = await endpoint();
        if (!set) return skipped("no webhook address is set");
        return set.active
          ? ok("on")
          : fault("off: LINE posts nothing", `switch on "Use webhook": ${developers}`);
      }),
      check("webhook test", "token", async () => {
        if (!(await endpoint())) return skipped("no webhook address is set");
        return tested(await line().status.testWebhook(), channel);
      }),
      check("auto-reply", "token", async () => {
        if (embedded) return skipped("the embedded LINE has no greeting and no auto-reply");
        const { chatMode } = await line().messaging.botInfo();
        return hint(
          `LINE doesn't tell whether Greeting and Auto-reply are off and Webhook redelivery is on; Chat is ${chatMode === "chat" ? "on" : "off"}`,
          `switch Auto-reply and Greeting off, or people get two answers (${manager}); switch Webhook redelivery on (${developers})`,
        );
      }),
      check("quota", "token", async () => quotaOf(await line().status.quota(), channel)),
      ...last,
    ],
  };
}

function address(
  { webhookUrl, path, embedded }: ChannelAccess,
  set: WebhookEndpoint | null,
): Finding {
  const expected = webhookUrl === null ? `PUBLIC_URL and ${path}` : printable(webhookUrl);
  if (!set) return fault("none is set: LINE posts nothing", `set ${expected}: ${developers}`);
  const current = printable(set.endpoint);
  if (embedded) return ok(current);
  if (webhookUrl === null) {
    return hint(`LINE posts to ${current}`, "set PUBLIC_URL, so that it can be compared");
  }
  return set.endpoint === webhookUrl
    ? ok(current)
    : fault(
        `LINE posts to ${current}, and not to PUBLIC_URL's ${printable(webhookUrl)}`,
        `set it to ${printable(webhookUrl)}, or correct PUBLIC_URL: ${developers}`,
      );
}

function tested(
  { success, reason, statusCode }: WebhookTest,
  { prefix, path }: ChannelAccess,
): Finding {
  if (success) return ok("LINE posted to it, and the bot took it");
  const tells = `LINE's own try failed: ${reason}${statusCode > 0 ? `, status ${statusCode}` : ""}`;
  if (reason === "ERROR_STATUS_CODE" && statusCode === 401) {
    const remedy = `the channel's secret differs: copy it from the console's Basic settings to ${prefix}_SECRET, and restart the bot`;
    return fault(tells, remedy);
  }
  if (reason === "ERROR_STATUS_CODE" && statusCode === 404) {
    return fault(tells, `the address must end in ${path}, and the proxy must pass it on unchanged`);
  }
  const remedies: Record<string, string> = {
    COULD_NOT_CONNECT:
      "see the area address: DNS, firewall, and a certificate of a public authority with its whole chain",
    REQUEST_TIMEOUT: "the bot has to answer within 2 seconds: look at its log and at the proxy",
    ERROR_STATUS_CODE: "look at the bot's log, and at what the proxy answers while the bot is down",
  };
  return fault(tells, remedies[reason] ?? "look at the bot's log and at the proxy's");
}

function quotaOf(
  { limit, used }: Quota,
  { pushes, reserve }: Pick<ChannelAccess, "pushes" | "reserve">,
): Finding {
  if (limit === null) return ok(`no limit; ${used} messages this month`);
  const left = Math.max(0, limit - used);
  const tells = `${left} of ${limit} messages left this month`;
  if (reserve !== null && left <= reserve) {
    return hint(
      `${tells}: no reminders are pushed, which leave ${reserve}`,
      "change the plan or REMIND_PUSH_RESERVE; replies go on reminding",
    );
  }
  if (!pushes && reserve === null)
    return ok(`${tells}; replies, which are all the bot sends, cost none`);
  if (left === 0) {
    return fault(
      `${tells}: nothing can be pushed`,
      "change the plan, or set LINE_PUSH_FALLBACK=off",
    );
  }
  return left < limit / 10 ? hint(tells, "watch it, or change the plan") : ok(tells);
}

function refused(error: LineError, prefix: string): Finding {
  if (error.code === "unauthorized") {
    return fault(
      "LINE refuses it",
      `issue a channel access token in the console and set ${prefix}_ACCESS_TOKEN; where ${prefix}_ID is set instead, check it and ${prefix}_SECRET`,
    );
  }
  if (error.code === "rate_limited") {
    return hint("LINE doesn't answer this so often", "try again in an hour");
  }
  return fault(error.message, "try again; how LINE fares is told at https://api.line-status.info");
}

// Checks that both channels are under one provider: only then do people have the same LINE user id in both.

/** Each costs two requests. */
const maxProfiles = 20;

/**
 * Searches for a user whom both channels know by one id. Finding none proves nothing, since LINE returns
 * profiles only of users who befriended the account or wrote to it.
 */
export function providerCheck(
  channels: { members: ChannelAccess; dev: ChannelAccess },
  { store, ownerLineIds }: { store: Store | null; ownerLineIds: readonly string[] },
): Check {
  /** LINE user ids that one of the accounts knows. */
  async function knownUsers(accounts: readonly string[]): Promise<string[]> {
    if (!store) return [...ownerLineIds];
    const { lineUsers, staff } = store;
    const following = await Promise.all(
      accounts.map((account) => lineUsers.known(account, maxProfiles / 2)),
    );
    const team = (await staff.list()).map(({ lineId }) => lineId);
    // Whoever wrote to the dev channel is the likeliest to be known to both.
    return [...following.toReversed().flat(), ...ownerLineIds, ...team];
  }

  async function check(): Promise<Finding> {
    const members = channels.members.clients?.messaging;
    const dev = channels.dev.clients?.messaging;
    if (!members || !dev) return skipped("there is no token for one of the channels");
    const [account, devAccount] = await Promise.all([members.botInfo(), dev.botInfo()]);
    if (account.userId === devAccount.userId) {
      return fault(
        "both tokens open the same account",
        "the dev channel needs an account of its own: check LINE_DEV_CHANNEL_SECRET and its token",
      );
    }
    const known = await knownUsers([account.userId, devAccount.userId]);
    const candidates = [...new Set(known)].slice(0, maxProfiles);
    for (const lineId of candidates) {
      const profiles = await Promise.all([members.getProfile(lineId), dev.getProfile(lineId)]);
      if (profiles.every((profile) => profile !== null)) return ok("both channels are under one");
    }
    if (candidates.length === 0) return skipped("nobody was met yet who could be looked for");
    return hint(
      `can't be told: nobody of ${candidates.length} is known to both channels`,
      "let somebody befriend both accounts and write to them; the console shows both channels under one provider",
    );
  }

  return {
    name: "provider",
    needs: "token",
    run: () =>
      check().catch((error: unknown) => {
        if (!(error instanceof LineError)) throw error;
        return skipped(`can't be told now: ${error.message}`);
      }),
  };
}
