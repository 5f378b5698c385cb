/** The accounts of the embedded LINE and their access tokens, without the emulator, which commands of the CLI needn't load. */
import { createHash } from "node:crypto";
import { settingsKeys } from "../config/settings-keys.ts";
import type { Settings } from "../store/settings.ts";

/** Fixed ids, so that data stored under the embedded account is found after a restart. */
export const embeddedAccount = {
  id: "1000000001",
  botUserId: `U${createHash("sha256").update("the embedded account").digest("hex").slice(0, 32)}`,
  basicId: "@embedded",
};

export const embeddedDevAccount = {
  id: "1000000002",
  botUserId: `U${createHash("sha256").update("the embedded dev account").digest("hex").slice(0, 32)}`,
  basicId: "@embedded-dev",
};

/** The access token of an embedded channel, for CLI commands; null before the first start of the server. */
export const embeddedToken = (settings: Settings, channelId: string): Promise<string | null> =>
  settings.get(settingsKeys.emulatorToken(channelId));
