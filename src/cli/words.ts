/** CLI command `words`: exports, checks and publishes translations from the drafts folder. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readDraft, type Draft } from "../bot/i18n/draft-folder.ts";
import { changedKeys } from "../bot/i18n/published-overrides.ts";
import { publishTexts } from "../bot/i18n/published-texts.ts";
import { builtInCatalogues } from "../bot/i18n/translate.ts";
import { readConfig, type Config } from "../config/config.ts";
import { parseAction } from "./arguments.ts";
import { CommandError, type Command, type Terminal } from "./command.ts";
import { attachStore } from "./store.ts";

export const words: Command = {
  usage: [
    ["words export", "writes our words to WORDS_DIR, as a start"],
    ["words check", "names the faults of the words in WORDS_DIR"],
    ["words publish", "gives them to members, within 5 seconds"],
  ],
  async run(args, terminal) {
    const forms = { export: {}, check: {}, publish: {} };
    const { action } = parseAction(
      args,
      forms,
      "words what? export, check or publish, and nothing behind it",
    );
    const settings = readConfig(terminal.environment);
    const { config } = settings;
    switch (action) {
      case "export":
        exportTo(folderOf(config), terminal);
        return 0;
      case "check":
        check(sound(readDraft(folderOf(config))), terminal);
        return 0;
      case "publish":
        await publish(sound(readDraft(folderOf(config))), settings, terminal);
        return 0;
    }
  },
};

function folderOf({ wordsDir }: Config): string {
  if (wordsDir) return wordsDir;
  throw new CommandError("WORDS_DIR is not set: give the folder of the words a place");
}

/** @throws {CommandError} naming every fault. */
function sound(draft: Draft): Draft {
  const { files, faults } = draft;
  if (faults.length > 0) throw new CommandError(faults.join("\n"));
  if (files.length === 0) {
    throw new CommandError("WORDS_DIR has no words yet: words export writes ours there");
  }
  return draft;
}

function check({ overrides, files }: Draft, { print }: Terminal): void {
  const changed = Object.values(changedKeys(overrides)).map((texts) => Object.keys(texts).length);
  const count = changed.reduce((sum, more) => sum + more, 0);
  print(`${files.join(", ")}: no fault; ${count} messages differ from ours`);
}

async function publish(
  draft: Draft,
  settings: ReturnType<typeof readConfig>,
  terminal: Terminal,
): Promise<void> {
  await using store = await attachStore(settings);
  await publishTexts(store, draft.overrides);
  check(draft, terminal);
  terminal.print("Published: members get them within 5 seconds of a running bot.");
}

function exportTo(dir: string, { print }: Terminal): void {
  mkdirSync(dir, { recursive: true });
  for (const [language, catalogue] of Object.entries(builtInCatalogues)) {
    const path = join(dir, `${language}.json`);
    try {
      // Never over what somebody wrote.
      writeFileSync(path, `${JSON.stringify(catalogue, null, 2)}\n`, { flag: "wx" });
      print(`wrote ${path}`);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
      print(`left ${path} as it is`);
    }
  }
}
