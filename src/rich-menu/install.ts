/** Installs the rich menus of an account in the background. */
import type { Brand } from "../bot/context.ts";
import type { Messages } from "../bot/i18n/translate.ts";
import type { Clock } from "../clock.ts";
import type { Language } from "../config/environment-schema.ts";
import { reasonOf } from "../errors.ts";
import type { RichMenuClient } from "../line/rich-menu-client.ts";
import type { Log } from "../observability/log.ts";
import { applyPlan, computePlan, desiredMenusOf, readDeployedMenus } from "./plan.ts";
import type { MenuAssigner } from "./menu-linker.ts";
import { createMenus } from "./menus.ts";
import { renderPng } from "./render-png.ts";

/** Starts at once; a failure is logged. Disposing stops the rendering and waits for the end. */
export function installInBackground(options: {
  offered: readonly Language[];
  messages: Messages;
  brand: Brand;
  line: RichMenuClient;
  linking: MenuAssigner;
  /** The LINE user ids of those who follow the account already. */
  followers(): readonly string[];
  clock: Clock;
  log: Log;
}): AsyncDisposable {
  const { offered, line, linking, clock, log } = options;
  const stopping = new AbortController();

  async function install(): Promise<void> {
    try {
      const found = await readDeployedMenus(line);
      const plan = computePlan(desiredMenusOf(createMenus(offered, options), options.brand), found);
      await applyPlan(plan, {
        found,
        line,
        paint: (drawings) => renderPng(drawings, { signal: stopping.signal }),
        clock,
        onStep: (step) => log.debug({ step }, "rich menus"),
      });
    } catch (error) {
      if (!stopping.signal.aborted) {
        log.warn({ reason: reasonOf(error) }, "rich menu installation failed");
      }
    }
    await linking.refresh();
    for (const lineId of options.followers()) linking.check(lineId);
  }

  const done = install();
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await done;
    },
  };
}
