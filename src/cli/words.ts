/** CLI command `words`: exports, checks and publishes translations from the drafts folder. */
import { join } from "node:path";
import { readDraftFolder, type DraftFolder } from "../bot/i18n/draft-folder.ts";
import { changedKeys, overrideWarnings } from "../bot/i18n/published-overrides.ts";
import { builtInCatalogues } from "../bot/i18n/translate.ts";
import { readConfig, type Config } from "../config/config.ts";
import { counted } from "../observability/counted.ts";
import { type Command, CommandError, parseAction, type Terminal } from "./command.ts";
import { writeOutput } from "./output.ts";
import {
  authorOf,
  listPublications,
  publicationForms,
  publishFolder,
  undoLast,
} from "./publications.ts";

export const words: Command = {
  async run(args, terminal) {
    const { action, options, flags } = parseAction(
      args,
      { export: {}, check: {}, ...publicationForms },
      "words what? export, check, publish, history or undo, and nothing behind it but --by and a name, and --replace behind publish",
    );
    const settings = readConfig(terminal.environment);
    const { config } = settings;
    switch (action) {
      case "export":
        exportTo(folderOf(config), terminal);
        return 0;
      case "check":
        check(validDraft(readDraftFolder(folderOf(config))), terminal);
        return 0;
      case "publish": {
        const draft = validDraft(readDraftFolder(folderOf(config)));
        const by = { author: authorOf(options), replace: flags.has("replace") };
        const onChecked = () => check(draft, terminal);
        await publishFolder("words", draft.overrides, by, settings, terminal, onChecked);
        return 0;
      }
      case "history":
        await listPublications(settings, terminal);
        return 0;
      case "undo":
        await undoLast("words", authorOf(options), settings, terminal);
        return 0;
    }
  },
};

function folderOf({ wordsDir }: Config): string {
  if (wordsDir) return wordsDir;
  throw new CommandError("WORDS_DIR is not set: name the folder that holds the texts");
}

/** @throws {CommandError} naming every fault. */
function validDraft(draft: DraftFolder): DraftFolder {
  const { files, faults } = draft;
  if (faults.length > 0) throw new CommandError(faults.join("\n"));
  if (files.length === 0) {
    throw new CommandError(
      "WORDS_DIR has no words yet: words export writes the built-in ones there",
    );
  }
  return draft;
}

function check({ overrides, files }: DraftFolder, { print }: Terminal): void {
  const changed = Object.values(changedKeys(overrides)).map((texts) => Object.keys(texts).length);
  const count = changed.reduce((sum, more) => sum + more, 0);
  const differing = counted(count, "message differs", "messages differ");
  print(`${files.join(", ")}: no fault; ${differing} from ours`);
  for (const warning of overrideWarnings(overrides)) print(`warning: ${warning}`);
}

function exportTo(dir: string, { print }: Terminal): void {
  for (const [language, catalogue] of Object.entries(builtInCatalogues)) {
    const path = join(dir, `${language}.json`);
    // Never over what somebody wrote.
    const isWritten = writeOutput(path, `${JSON.stringify(catalogue, null, 2)}\n`, { keep: true });
    print(isWritten ? `wrote ${path}` : `left ${path} as it is`);
  }
}
