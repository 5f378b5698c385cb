/** CLI command `words`: exports, checks and publishes translations from the drafts folder. */
import { userInfo } from "node:os";
import { join } from "node:path";
import { readDraftFolder, type DraftFolder } from "../bot/i18n/draft-folder.ts";
import {
  differencesOf,
  lostTexts,
  overridesOf,
  type TextName,
} from "../bot/i18n/drafts/draft-texts.ts";
import { changedKeys, overrideWarnings } from "../bot/i18n/published-overrides.ts";
import { publishTexts, undoPublication } from "../bot/i18n/published-texts.ts";
import { builtInCatalogues } from "../bot/i18n/translate.ts";
import { readConfig, type Config } from "../config/config.ts";
import { operatorId } from "../store/drafts.ts";
import { unknownAuthor, type Publication, type PublicationAudit } from "../store/publications.ts";
import type { Store } from "../store/store.ts";
import { counted } from "../observability/counted.ts";
import { parseAction } from "./arguments.ts";
import { CommandError, type Command, type Terminal } from "./command.ts";
import { localTime } from "./local-time.ts";
import { writeOutput } from "./output.ts";
import { ownAccount } from "./own-account.ts";
import { attachStore } from "./store.ts";
import { printStoryChanges } from "./story-changes.ts";

export const words: Command = {
  async run(args, terminal) {
    const { action, options, flags } = parseAction(
      args,
      forms,
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
      case "publish":
        await publish(
          validDraft(readDraftFolder(folderOf(config))),
          { author: authorOf(options), replace: flags.has("replace") },
          settings,
          terminal,
        );
        return 0;
      case "history":
        await list(settings, terminal);
        return 0;
      case "undo":
        await undo(authorOf(options), settings, terminal);
        return 0;
    }
  },
};

const forms = {
  export: {},
  check: {},
  publish: { options: ["by"], flags: ["replace"] },
  history: {},
  undo: { options: ["by"] },
};
/** Publications that `words history` lists, and keys that it names of each. */
const maxListed = 50;
const maxKeys = 5;
const maxNameLength = 60;

/** Who publishes: as they name themselves, else as the system does. */
function authorOf(options: ReadonlyMap<string, string>): string {
  const name = options.get("by")?.replace(/\s+/g, " ").trim().slice(0, maxNameLength);
  if (name) return name;
  try {
    return userInfo().username;
  } catch {
    // A container's user may have no name.
    return unknownAuthor;
  }
}

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

interface PublishOptions {
  author: string;
  /** Whether what the studio has published since may be taken back. */
  replace: boolean;
}

async function publish(
  draft: DraftFolder,
  { author, replace }: PublishOptions,
  settings: ReturnType<typeof readConfig>,
  terminal: Terminal,
): Promise<void> {
  await using store = await attachStore(settings);
  const { overrides } = draft;
  const publications = await store.publications.list(Number.MAX_SAFE_INTEGER);
  const lost = replace ? [] : lostTexts(publications.toReversed(), overrides);
  if (lost.length > 0) {
    throw new CommandError(
      `the studio has published since, and WORDS_DIR has other texts for: ${named(lost)}. Write them there, or say --replace`,
    );
  }
  check(draft, terminal);
  const before = overridesOf(publications[0]?.overrides ?? null);
  await printStoryChanges({ before, after: overrides }, settings.config, terminal);
  const at = store.clock.now();
  const seen = publications[0]?.id ?? 0;
  const audited = await auditOf(store, settings);
  if ((await publishTexts(store, { overrides, author, at }, seen, audited)) === "overtaken") {
    throw new CommandError("somebody else has published at this moment: look at words history");
  }
  terminal.print("Published: members get them within 5 seconds of a running bot.");
}

/** Undefined where the store knows no account yet. */
async function auditOf(
  { settings }: Store,
  read: ReturnType<typeof readConfig>,
): Promise<PublicationAudit | undefined> {
  const account = await ownAccount(settings, read);
  return account === null ? undefined : { account, actor: operatorId, command: "words" };
}

const named = (names: readonly TextName[]) => {
  const shown = names.slice(0, maxKeys).map(({ language, key }) => `${language} ${key}`);
  return [...shown, ...(names.length > maxKeys ? ["…"] : [])].join(", ");
};

async function list(settings: ReturnType<typeof readConfig>, { print }: Terminal): Promise<void> {
  await using store = await attachStore(settings);
  const publications = await store.publications.list(maxListed + 1);
  if (publications.length === 0) print("Nothing was published yet.");
  for (const [index, publication] of publications.slice(0, maxListed).entries()) {
    const before = publications[index + 1] ?? null;
    print(lineOf(publication, before, settings.config.business.timeZone));
  }
}

function lineOf(
  { id, at, author, overrides, undoes, approver }: Publication,
  before: Publication | null,
  timeZone: string,
): string {
  const names = differencesOf(overridesOf(before?.overrides ?? null), overridesOf(overrides));
  const what = [
    ...(undoes === null ? [] : [`undoes #${undoes}`]),
    ...(approver === null ? [] : [`approved by ${approver}`]),
    counted(names.length, "message"),
  ];
  return `#${id}  ${localTime(at, timeZone)}  ${author}  ${what.join(", ")}: ${named(names)}`;
}

async function undo(
  author: string,
  settings: ReturnType<typeof readConfig>,
  { print }: Terminal,
): Promise<void> {
  await using store = await attachStore(settings);
  const [newest] = await store.publications.list(1);
  const by = { author, at: store.clock.now() };
  const audited = await auditOf(store, settings);
  const undone = await undoPublication(store, by, newest?.id ?? 0, audited);
  if (undone === "overtaken") {
    throw new CommandError("somebody else has published at this moment: look at words history");
  }
  if (!undone)
    throw new CommandError("no publication is left to undo: members get the built-in texts");
  print(`Undone: #${undone.undoes}. Members get the texts from before it within 5 seconds.`);
}

function exportTo(dir: string, { print }: Terminal): void {
  for (const [language, catalogue] of Object.entries(builtInCatalogues)) {
    const path = join(dir, `${language}.json`);
    // Never over what somebody wrote.
    const isWritten = writeOutput(path, `${JSON.stringify(catalogue, null, 2)}\n`, { keep: true });
    print(isWritten ? `wrote ${path}` : `left ${path} as it is`);
  }
}
