/** CLI command `rich-menu`: creates, draws or removes the account's rich menus, also while the server runs. */
import { join } from "node:path";
import { withPublished } from "../bot/i18n/published-overrides.ts";
import { createMessages } from "../bot/i18n/translate.ts";
import { storedBrand } from "../app/connect-services.ts";
import { systemClock } from "../clock.ts";
import { settingsKeys } from "../config/settings-keys.ts";
import { readConfig, type Config } from "../config/config.ts";
import { createLog } from "../observability/log.ts";
import { richMenuClientForCli } from "../app/cli-clients.ts";
import {
  applyPlan,
  computePlan,
  type DesiredMenu,
  desiredMenusOf,
  isEmpty,
  type Plan,
  readDeployedMenus,
} from "../rich-menu/plan.ts";
import { createMenus } from "../rich-menu/menus.ts";
import { renderPng } from "../rich-menu/render-png.ts";
import type { Settings } from "../store/settings.ts";
import {
  type Command,
  CommandError,
  parseWords,
  type Terminal,
  UsageError,
  withSuggestion,
} from "./command.ts";
import { writeOutput } from "./output.ts";
import { attachStore } from "./store.ts";

export const richMenu: Command = {
  async run(args, terminal) {
    const { action, dryRun, out } = read(args);
    const options = readConfig(terminal.environment);
    const { config, secrets } = options;
    await using stack = new AsyncDisposableStack();
    const { settings } = stack.use(await attachStore(options));
    const subscribed = config.connect.kind === "embedded" || secrets.connectExchange !== null;
    const wanted = action === "remove" ? [] : await wantedMenus(config, settings, subscribed);
    if (out !== undefined) return writeImages(wanted, out, terminal);

    // What LINE refuses is told by the command itself.
    const log = createLog(config.logLevel === "info" ? "error" : config.logLevel);
    const line = await richMenuClientForCli({
      config,
      secrets,
      clock: systemClock,
      log,
      stack,
      settings,
    });
    const found = await readDeployedMenus(line);
    const plan = computePlan(wanted, found);
    if (isEmpty(plan)) {
      terminal.print(action === "remove" ? "There is none of ours." : "Nothing has to change.");
      return 0;
    }
    if (dryRun) {
      printPlan(plan, terminal);
      return 0;
    }
    const isDone = await applyPlan(plan, {
      found,
      line,
      paint: (drawings) => renderPng(drawings, { signal: terminal.stop }),
      clock: systemClock,
      onStep: terminal.print,
    });
    if (isDone) return 0;
    throw new CommandError(
      "LINE hasn't given everybody the new menus yet, so the old ones stay: run this again in an hour",
    );
  },
};

const message = "rich-menu takes --dry-run, --out FOLDER, or remove";
const form = { optionalWords: 1, flags: ["dry-run"], options: ["out"] };

function read(args: readonly string[]) {
  const { words, flags, options } = parseWords(args, form, message);
  const [action = "set up"] = words;
  const out = options.get("out");
  const dryRun = flags.has("dry-run");
  if (action !== "set up" && action !== "remove") {
    throw new UsageError(withSuggestion(message, action, ["remove"]));
  }
  if (out !== undefined && (dryRun || action === "remove")) throw new UsageError(message);
  return { action, dryRun, out };
}

async function wantedMenus(
  config: Config,
  settings: Settings,
  subscribed: boolean,
): Promise<DesiredMenu[]> {
  const { catalogues } = withPublished(await settings.get(settingsKeys.publishedOverrides));
  const { languages, timeZone } = config.business;
  const messages = createMessages(catalogues, timeZone);
  const brand = await storedBrand({ subscribed, settings, config, displayName: "" });
  return desiredMenusOf(createMenus(languages, { messages, brand }), brand);
}

async function writeImages(
  wanted: readonly DesiredMenu[],
  folder: string,
  { print, stop }: Terminal,
): Promise<number> {
  const images = await renderPng(
    wanted.map(({ svg }) => svg),
    { signal: stop },
  );
  for (const [index, { alias }] of wanted.entries()) {
    const file = join(folder, `${alias}.png`);
    writeOutput(file, images[index] ?? "");
    print(`wrote ${file}`);
  }
  return 0;
}

function printPlan(
  { create, newDefault, moves, removeAliases, remove }: Plan,
  { print }: Terminal,
): void {
  const moved = new Set(moves.map(({ from }) => from));
  print(
    ...create.map(({ alias }) => `would make ${alias}`),
    ...(newDefault ? [`would make ${newDefault.alias ?? "none"} the default`] : []),
    ...removeAliases.map((alias) => `would remove the alias ${alias}`),
    ...remove.map(
      ({ richMenuId, name }) =>
        `would remove ${name}${moved.has(richMenuId) ? ", and give its people the new one" : ""}`,
    ),
  );
}
