/** Holds the messages and answers that members get, the built-in ones with the published overrides, and takes new publications. */
import { settingsKeys } from "../../config/settings-keys.ts";
import type { Log } from "../../observability/log.ts";
import type { Overtaken, Publication, PublicationAudit } from "../../store/publications.ts";
import type { Settings } from "../../store/settings.ts";
import type { Store } from "../../store/store.ts";
import { answerFaultText, noAnswers, type AnswerBook } from "./answers/answer-book.ts";
import { readDraftFolder } from "./draft-folder.ts";
import {
  checkInSlices,
  parseAnswers,
  parseOverrides,
  storedOverrides,
  withPublished,
  type Overrides,
} from "./published-overrides.ts";
import { createMessages, type Catalogues, type Messages } from "./translate.ts";

export interface PublishedTexts {
  /** Formats the current texts at each call: cache nothing made from them without its `version`. */
  readonly messages: Messages;
  /** The current ones; another object after each publication. */
  readonly catalogues: Catalogues;
  /** Takes what is published now. @throws {StoreError} when the store can't be read: the texts stay. */
  refresh(): Promise<void>;
}

/**
 * Faulty overrides are logged and left out; faults of the draft folder are logged only.
 * @param options `timeZone`: the IANA time zone in which dates are formatted. `answers`: the built-in answers of the
 * shop's own, above which the published ones come.
 */
export async function openPublishedTexts(options: {
  settings: Settings;
  draftDir: string | null;
  timeZone: string;
  answers?: AnswerBook;
  log: Log;
}): Promise<PublishedTexts> {
  const { settings, draftDir, timeZone, answers: builtIn = noAnswers, log } = options;
  for (const fault of draftDir ? readDraftFolder(draftDir).faults : []) {
    log.warn({ fault }, "draft translation cannot be published");
  }
  const read = async (): Promise<StoredTexts> => ({
    overrides: await settings.get(settingsKeys.publishedOverrides),
    answers: await settings.get(settingsKeys.publishedAnswers),
  });
  const load = async (stored: StoredTexts) => {
    const { catalogues: texts, faults } = withPublished(stored.overrides);
    for (const fault of faults) log.warn({ fault }, "published translation left out");
    const published = parseAnswers(stored.answers ?? "{}");
    await builtIn.prepare(published);
    const answers = builtIn.of(published);
    for (const fault of answers.faults)
      log.warn({ fault: answerFaultText(fault) }, "published answer left out");
    const catalogues = { ...texts, answers };
    return { stored, catalogues, messages: createMessages(catalogues, timeZone) };
  };
  let current = await load(await read());
  let refreshing: Promise<void> = Promise.resolve();

  async function takePublication(): Promise<void> {
    const stored = await read();
    if (
      stored.overrides === current.stored.overrides &&
      stored.answers === current.stored.answers
    ) {
      return;
    }
    await checkInSlices(parseOverrides(stored.overrides ?? "{}") ?? {});
    current = await load(stored);
    log.info({ version: current.messages.version }, "published texts taken");
  }

  return {
    messages: {
      in: (language) => current.messages.in(language),
      get answers() {
        return current.catalogues.answers;
      },
      get version() {
        return current.messages.version;
      },
    },
    get catalogues() {
      return current.catalogues;
    },
    refresh() {
      // One after another: a slow read must not bring back what a later one has replaced.
      const done = refreshing.then(takePublication);
      refreshing = done.catch(() => {});
      return done;
    },
  };
}

/** What is stored of the last publication; null = nothing was published yet. */
interface StoredTexts {
  overrides: string | null;
  answers: string | null;
}

/**
 * Gives texts or answers to members: running bots take them within 5 seconds.
 * @param publication `overrides`: without faults; those that equal a built-in message aren't stored, so that
 * later changes of that apply. Where they have no languages the texts stay as they are, without answers the answers.
 * @param seen the id of the newest publication that the caller knows, 0 = none: nothing is published after a newer one.
 * Absent = whatever there is.
 * @param audited whose audit gets an entry; absent = none does.
 * @throws {StoreError} when they can't be stored.
 */
export async function publishTexts(
  { publications, changes }: Store,
  { overrides, ...by }: { overrides: Overrides; at: number; author: string },
  seen?: number,
  audited?: PublicationAudit,
): Promise<Publication | Overtaken> {
  const publication = {
    ...by,
    ...storedOverrides(overrides),
    approver: null,
    source: "command line",
  } as const;
  const published = await publications.publish(publication, seen, audited);
  if (published !== "overtaken") await changes.announce({ kind: "texts" });
  return published;
}

/**
 * Gives the texts from before the last publication to members again.
 * @param seen as in `publishTexts`. @param audited likewise.
 * @returns null when every publication is undone.
 * @throws {StoreError} when that can't be stored.
 */
export async function undoPublication(
  { publications, changes }: Store,
  by: { at: number; author: string },
  seen: number,
  audited?: PublicationAudit,
): Promise<Publication | Overtaken | null> {
  const undo = await publications.undo({ ...by, source: "command line" }, seen, audited);
  if (undo !== null && undo !== "overtaken") await changes.announce({ kind: "texts" });
  return undo;
}
