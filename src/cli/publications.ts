/** What `words` and `answers` have in common: publishing what a folder holds, the history, and the undo. */
import { userInfo } from "node:os";
import {
  differencesOf,
  isAnswer,
  lostTexts,
  overridesOf,
  type TextName,
} from "../bot/i18n/drafts/draft-texts.ts";
import type { Overrides } from "../bot/i18n/published-overrides.ts";
import { publishTexts, undoPublication } from "../bot/i18n/published-texts.ts";
import type { readConfig } from "../config/config.ts";
import { counted } from "../observability/counted.ts";
import { operatorId } from "../store/drafts.ts";
import {
  publicationsInEffect,
  unknownAuthor,
  type Publication,
  type PublicationAudit,
} from "../store/publications.ts";
import type { Store } from "../store/store.ts";
import { CommandError, type Terminal } from "./command.ts";
import { localTime } from "./output.ts";
import { attachStore, ownAccount } from "./store.ts";
import { printStoryChanges } from "./story-changes.ts";

/** The two commands that publish. */
export type PublishingCommand = Extract<PublicationAudit["command"], "words" | "answers">;

type Settings = ReturnType<typeof readConfig>;

export const publicationForms = {
  publish: { options: ["by"], flags: ["replace"] },
  history: {},
  undo: { options: ["by"] },
};

/** The folders of the two, and what they hold. */
const nouns = {
  words: { folder: "WORDS_DIR", things: "texts", former: "the built-in texts" },
  answers: { folder: "ANSWERS_DIR", things: "answers", former: "none but the demo's" },
} as const;

/** Publications that a history lists, and keys that it names of each. */
const maxListed = 50;
const maxKeys = 5;
const maxNameLength = 60;

/** Who publishes: as they name themselves, else as the system does. */
export function authorOf(options: ReadonlyMap<string, string>): string {
  const name = options.get("by")?.replace(/\s+/g, " ").trim().slice(0, maxNameLength);
  if (name) return name;
  try {
    return userInfo().username;
  } catch {
    // A container's user may have no name.
    return unknownAuthor;
  }
}

interface PublishOptions {
  author: string;
  /** Whether what the studio has published since may be taken back. */
  replace: boolean;
}

/**
 * Publishes what a folder holds, without faults.
 * @param overrides of `answers`: they have those and no texts; of `words`: texts and no answers.
 * @param onChecked says what the folder has, before anything is published.
 */
export async function publishFolder(
  command: PublishingCommand,
  overrides: Overrides,
  { author, replace }: PublishOptions,
  settings: Settings,
  terminal: Terminal,
  onChecked: () => void,
): Promise<void> {
  await using store = await attachStore(settings);
  const publications = await store.publications.list(Number.MAX_SAFE_INTEGER);
  const { folder, things } = nouns[command];
  const lost = replace ? [] : lostTexts(publications.toReversed(), overrides);
  if (lost.length > 0) {
    throw new CommandError(
      `the studio has published since, and ${folder} has other ${things} for: ${named(lost)}. Write them there, or say --replace`,
    );
  }
  onChecked();
  const before = overridesOf(publications[0] ?? null);
  const after =
    command === "words"
      ? { ...overrides, answers: before.answers ?? {} }
      : { ...before, ...overrides };
  await printStoryChanges({ before, after }, settings.config, terminal);
  const at = store.clock.now();
  const seen = publications[0]?.id ?? 0;
  const audited = await auditOf(command, store, settings);
  if ((await publishTexts(store, { overrides, author, at }, seen, audited)) === "overtaken") {
    throw overtaken(command);
  }
  terminal.print("Published: members get them within 5 seconds of a running bot.");
}

const overtaken = (command: PublishingCommand) =>
  new CommandError(`somebody else has published at this moment: look at ${command} history`);

/** Undefined where the store knows no account yet. */
async function auditOf(
  command: PublishingCommand,
  { settings }: Store,
  read: Settings,
): Promise<PublicationAudit | undefined> {
  const account = await ownAccount(settings, read);
  return account === null ? undefined : { account, actor: operatorId, command };
}

const named = (names: readonly TextName[]) => {
  const shown = names.slice(0, maxKeys).map(({ language, key }) => `${language} ${key}`);
  return [...shown, ...(names.length > maxKeys ? ["…"] : [])].join(", ");
};

/** Lists publications of both: they are one after another. */
export async function listPublications(settings: Settings, { print }: Terminal): Promise<void> {
  await using store = await attachStore(settings);
  const publications = await store.publications.list(maxListed + 1);
  if (publications.length === 0) print("Nothing was published yet.");
  for (const [index, publication] of publications.slice(0, maxListed).entries()) {
    const before = publications[index + 1] ?? null;
    print(lineOf(publication, before, settings.config.business.timeZone));
  }
}

function lineOf(publication: Publication, before: Publication | null, timeZone: string): string {
  const { id, at, author, undoes, approver } = publication;
  const names = changesOf(publication, before);
  const answers = names.filter(isAnswer).length;
  const messages = names.length - answers;
  const what = [
    ...(undoes === null ? [] : [`undoes #${undoes}`]),
    ...(approver === null ? [] : [`approved by ${approver}`]),
    ...(messages > 0 || answers === 0 ? [counted(messages, "message")] : []),
    ...(answers > 0 ? [counted(answers, "answer")] : []),
  ];
  return `#${id}  ${localTime(at, timeZone)}  ${author}  ${what.join(", ")}: ${named(names)}`;
}

const changesOf = (publication: Publication, before: Publication | null) =>
  differencesOf(overridesOf(before), overridesOf(publication));

/** Takes back the last publication, if it is one of what the command publishes. */
export async function undoLast(
  command: PublishingCommand,
  author: string,
  settings: Settings,
  { print }: Terminal,
): Promise<void> {
  await using store = await attachStore(settings);
  const publications = await store.publications.list(Number.MAX_SAFE_INTEGER);
  refuseOthers(command, publications.toReversed());
  const by = { author, at: store.clock.now() };
  const audited = await auditOf(command, store, settings);
  const undone = await undoPublication(store, by, publications[0]?.id ?? 0, audited);
  if (undone === "overtaken") throw overtaken(command);
  const { things, former } = nouns[command];
  if (!undone) {
    throw new CommandError(`no publication is left to undo: members get ${former}`);
  }
  print(`Undone: #${undone.undoes}. Members get the ${things} from before it within 5 seconds.`);
}

/** One after another are taken back: the last one may be the other command's. @param publications all, oldest first. */
function refuseOthers(command: PublishingCommand, publications: readonly Publication[]): void {
  const [before, last] = [null, ...publicationsInEffect(publications)].slice(-2);
  if (!last) return;
  const changed = changesOf(last, before ?? null);
  const isOwn =
    changed.length === 0 || changed.some((name) => isAnswer(name) === (command === "answers"));
  if (isOwn) return;
  const other = command === "words" ? "answers" : "words";
  throw new CommandError(
    `the last publication, #${last.id}, changed ${nouns[other].things} only: ${other} undo takes it back`,
  );
}
