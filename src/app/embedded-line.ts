/** Starts the embedded LINE with demo users and two channels. Imported only if it is used. */
import { createHash, randomBytes } from "node:crypto";
import { settingsKeys } from "../config/settings-keys.ts";
import type { Group, Person } from "../emulators/line/accounts.ts";
import { type LineEmulator, startLineEmulator } from "../emulators/line/index.ts";
import { demoPeople } from "../emulators/loyalty/index.ts";
import { fixedToken } from "../line/stateless-tokens.ts";
import { createContentClient } from "../line/content-client.ts";
import { createMessagingClient } from "../line/messaging-client.ts";
import { createRichMenuClient } from "../line/rich-menu-client.ts";
import type { StaffMember } from "../store/staff.ts";
import { namingAddress } from "./address-fault.ts";
import type { LineChannel, LineChannels, LineConnectionOptions } from "./connections.ts";
import { embeddedAccount, embeddedDevAccount } from "./embedded-accounts.ts";

// Starts the embedded LINE with demo users and two channels. Imported only if it is used.

const demoBusinessName = "Sakura Cafe";

/** Demo staff, added under the embedded account only. @param since milliseconds since 1970. */
const demoStaff = (since: number): StaffMember[] =>
  demoPeople.flatMap(({ lineId, displayName: name, staff }) =>
    staff ? [{ lineId, name, ...staff, since }] : [],
  );

export async function startEmbeddedLine(
  options: LineConnectionOptions,
  port: number,
): Promise<LineChannels> {
  const { external, settings, stack } = options;
  const emulator =
    external.line ??
    stack.use(
      await namingAddress({ port: "EMBEDDED_LINE_PORT" }, () =>
        startDemoLine({ ...options, port, language: null }),
      ),
    );
  for (const { id, accessToken } of emulator.accounts.channels) {
    await settings.set(settingsKeys.emulatorToken(id), accessToken);
  }
  const [members, dev] = emulator.accounts.channels;
  if (!members) throw new Error("the embedded LINE has no channel");
  return {
    members: connectChannel(options, emulator, members, "line"),
    dev: dev ? connectChannel(options, emulator, dev, "line_dev") : null,
  };
}

/** @param options `language`: of every phone; null = each person's own. */
export function startDemoLine({
  config,
  port,
  language: ofAll,
  clock,
  log,
  webhookUrl,
}: Pick<LineConnectionOptions, "config" | "clock" | "log" | "webhookUrl"> & {
  port: number;
  language: string | null;
}): Promise<LineEmulator> {
  const displayName = config.business.name ?? demoBusinessName;
  return startLineEmulator({
    port,
    clock,
    log: log.child({ part: "embedded LINE" }),
    people: linePeople.map((person) => (ofAll === null ? person : { ...person, language: ofAll })),
    groups: [demoGroup],
    channels: [
      {
        ...embeddedAccount,
        displayName,
        ...newCredentials(),
        webhookUrl: () => webhookUrl("/webhook"),
      },
      {
        ...embeddedDevAccount,
        displayName: `${displayName} (dev)`,
        ...newCredentials(),
        webhookUrl: () => webhookUrl("/webhook/dev"),
      },
    ],
  });
}

/** @param credentials the label of its credentials in the metrics. */
function connectChannel(
  { clock, log, stack, metrics }: LineConnectionOptions,
  emulator: LineEmulator,
  account: LineEmulator["accounts"]["channels"][number],
  credentials: "line" | "line_dev",
): LineChannel {
  const apiBaseUrl = emulator.origin;
  const token = fixedToken(account.accessToken);
  const client = {
    apiBaseUrl,
    token,
    clock,
    log,
    onCall: metrics.onLineCall,
    onTokenRefusedChange: (isRefused: boolean) =>
      metrics.onCredentialsChange(credentials, isRefused),
  };
  return {
    apiBaseUrl,
    token,
    messaging: stack.use(createMessagingClient(client)),
    richMenus: stack.use(createRichMenuClient({ ...client, dataApiBaseUrl: apiBaseUrl })),
    content: stack.use(createContentClient({ ...client, dataApiBaseUrl: apiBaseUrl })),
    channel: { account: account.botUserId, secrets: [account.secret] },
    displayName: account.displayName,
    basicId: account.basicId,
    initialStaff: demoStaff(clock.now()),
    emulator,
  };
}

// The people, the group and the credentials of the embedded LINE.

/** Who shows most of what the bot does, in this order. */
const first = ["olivia", "somchai", "stranger", "cashier", "manager", "marketer"];

export const linePeople: readonly Person[] = demoPeople
  .map(({ lineId, label, displayName, language, kind, start }) => ({
    userId: lineId,
    label,
    displayName,
    language,
    kind: first.includes(label) ? "first" : kind,
    ...(start && { start }),
    ...(!first.includes(label) && { isSpecial: true }),
  }))
  .toSorted((a, b) => placeOf(a.label) - placeOf(b.label));

/** The others keep their order behind them. */
function placeOf(label: string): number {
  const place = first.indexOf(label);
  return place < 0 ? first.length : place;
}

/** A demo group chat with the account in it. */
export const demoGroup: Group = {
  type: "group",
  chatId: `C${createHash("sha256").update("a group of friends").digest("hex").slice(0, 32)}`,
  name: "Coffee friends",
  members: demoPeople
    .filter(({ label }) => ["somchai", "hina", "olivia", "stranger"].includes(label))
    .map(({ lineId }) => lineId),
};

/** A new channel secret and access token. */
export const newCredentials = () => ({
  secret: randomBytes(16).toString("hex"),
  accessToken: randomBytes(32).toString("base64url"),
});
