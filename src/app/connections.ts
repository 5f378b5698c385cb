/** Types of the connections to LINE and the loyalty platform, real or embedded; the rest of the bot does not distinguish them. */
import type { Clock } from "../clock.ts";
import type { Config, Secrets } from "../config/config.ts";
import type { LineEmulator } from "../emulators/line/index.ts";
import type { LoyaltyEmulator } from "../emulators/loyalty/index.ts";
import type { TokenSource } from "../line/stateless-tokens.ts";
import type { ChannelStatusClient } from "../line/channel-status-client.ts";
import type { ContentClient } from "../line/content-client.ts";
import type { MessagingClient } from "../line/messaging-client.ts";
import type { RichMenuClient } from "../line/rich-menu-client.ts";
import type { Overrides } from "../loyalty/endpoint-overrides.ts";
import type { Log } from "../observability/log.ts";
import type { Metrics } from "../observability/metrics.ts";
import type { WebhookChannel } from "../pipeline/webhook.ts";
import type { StaffMember } from "../store/staff.ts";
import type { Settings } from "../store/settings.ts";

/** Emulators that were started apart from the bot and outlive it. */
export interface ExternalServices {
  line?: LineEmulator;
  loyalty?: LoyaltyEmulator;
}

export interface ConnectionOptions {
  config: Config;
  secrets: Secrets;
  clock: Clock;
  log: Log;
  external: ExternalServices;
  /** Disposes everything that is started here. */
  stack: AsyncDisposableStack;
}

export interface LoyaltyConnection {
  baseUrl: string;
  direct: Secrets["connect"];
  exchange: Secrets["connectExchange"];
  overrides: Overrides;
  /** Whether a write may be retried without a check: the platform carries out a `ref_id` once. */
  idempotentWrites: boolean;
  emulator: LoyaltyEmulator | null;
  /** The pages of an embedded platform; null of a real one. */
  pages: { join: string; contact: string } | null;
}

export interface LineChannel {
  apiBaseUrl: string;
  token: TokenSource;
  messaging: MessagingClient;
  richMenus: RichMenuClient;
  content: ContentClient;
  channel: WebhookChannel;
  displayName: string;
  /** The account's basic id, such as `@sakura`. */
  basicId: string;
  /** Staff members to add at the start. */
  initialStaff: readonly StaffMember[];
  emulator: LineEmulator | null;
  /** Reads the message quota; absent = LINE is asked. */
  quota?: ChannelStatusClient["quota"];
}

/** The channel for members and, optionally, the dev channel for marketers. */
export interface LineChannels {
  members: LineChannel;
  dev: LineChannel | null;
}

export interface LineConnectionOptions extends ConnectionOptions {
  settings: Settings;
  /** Full webhook URL of a channel. */
  webhookUrl(path: WebhookPath): string;
  metrics: Pick<Metrics, "onLineCall" | "onCredentialsChange">;
}

export type WebhookPath = "/webhook" | "/webhook/dev";
