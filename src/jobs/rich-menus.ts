/** Prepares the rich menus at the start: installs them in an embedded LINE, or reads which ones are there. */
import type { Brand } from "../bot/context.ts";
import type { Messages } from "../bot/i18n/translate.ts";
import type { Clock } from "../clock.ts";
import type { Language } from "../config/environment-schema.ts";
import type { RichMenuClient } from "../line/rich-menu-client.ts";
import type { Log } from "../observability/log.ts";
import type { MenuAssigner } from "../rich-menu/menu-assigner.ts";
import type { Job } from "./jobs.ts";

/** @param options.install whether missing rich menus are installed, in the background. */
export function createRichMenuJob(options: {
  install: boolean;
  linking: MenuAssigner;
  /** The LINE user ids of those who get a menu when it is installed; others get theirs when they follow or write. */
  followers(): readonly string[];
  line: RichMenuClient;
  offered: readonly Language[];
  messages: Messages;
  brand: Brand;
  clock: Clock;
  log: Log;
}): Job {
  const { install, linking } = options;
  let installing: Promise<AsyncDisposable> | null = null;

  /** Imported on demand: rendering needs large libraries. */
  async function startInstalling(): Promise<AsyncDisposable> {
    const { installInBackground } = await import("../rich-menu/install.ts");
    return installInBackground(options);
  }

  return {
    start() {
      if (install) installing = startInstalling();
      else void linking.refresh();
    },
    async stop() {
      await (await installing)?.[Symbol.asyncDispose]();
    },
  };
}
