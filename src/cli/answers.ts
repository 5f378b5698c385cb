/** CLI command `answers`: exports, checks and publishes the shop's own answers from a folder, one file each. */
import { join } from "node:path";
import { CsvError, parse } from "csv-parse/sync";
import { openAnswerBook } from "../app/open-answer-book.ts";
import {
  type AnswerBook,
  type AnswersFolder,
  readAnswersFolder,
} from "../bot/i18n/answers/answer-book.ts";
import { answerFaultSentence } from "../bot/i18n/answers/answer-faults.ts";
import type { Answer } from "../bot/i18n/answers/answer.ts";
import { overridesOf } from "../bot/i18n/drafts/draft-texts.ts";
import { nearestLanguage } from "../bot/i18n/format.ts";
import { type Config, readConfig } from "../config/config.ts";
import { type Language, languages } from "../config/environment-schema.ts";
import { isSystemError, reasonOf } from "../errors.ts";
import { counted } from "../observability/counted.ts";
import { EncodingError, readTextFile } from "../text/text-file.ts";
import { type Command, CommandError, parseAction, type Terminal } from "./command.ts";
import { tableOf, writeOutput } from "./output.ts";
import {
  authorOf,
  listPublications,
  publicationForms,
  publishFolder,
  undoLast,
} from "./publications.ts";
import { attachStore } from "./store.ts";

type Settings = ReturnType<typeof readConfig>;

export const answers: Command = {
  async run(args, terminal) {
    const { action, options, flags, words } = parseAction(
      args,
      { list: {}, export: {}, check: {}, import: { words: 1 }, ...publicationForms },
      "answers what? list, export, check, publish, history, undo, or import and a CSV file, and nothing behind it but --by and a name, and --replace behind publish",
    );
    const settings = readConfig(terminal.environment);
    const { config } = settings;
    const rules = await openAnswerBook(config, demoPlatform(config));
    const { answersDir: dir } = config;
    switch (action) {
      case "list":
        list(await publishedIn(settings, rules), terminal);
        return 0;
      case "export":
        write(dir, (await publishedIn(settings, rules)).texts, terminal);
        return 0;
      case "check":
        check(validFolder(dir, rules), config, terminal);
        return 0;
      case "import":
        importFrom(words[0] ?? "", dir, rules, terminal);
        return 0;
      case "publish": {
        const folder = validFolder(dir, rules);
        const by = { author: authorOf(options), replace: flags.has("replace") };
        const onChecked = () => check(folder, config, terminal);
        const overrides = { answers: folder.texts };
        await publishFolder("answers", overrides, by, settings, terminal, onChecked);
        return 0;
      }
      case "history":
        await listPublications(settings, terminal);
        return 0;
      case "undo":
        await undoLast("answers", authorOf(options), settings, terminal);
        return 0;
    }
  },
};

/** Where the demo's pictures are; null where only the running bot knows. */
const demoPlatform = ({ connect }: Config): string | null =>
  connect.kind === "embedded" && connect.port !== 0 ? `http://127.0.0.1:${connect.port}` : null;

/** What members get now. */
async function publishedIn(settings: Settings, rules: AnswerBook): Promise<AnswerBook> {
  await using store = await attachStore(settings);
  const [newest] = await store.publications.list(1);
  return rules.of(overridesOf(newest ?? null).answers ?? {});
}

/** @throws {CommandError} naming every fault. */
function validFolder(dir: string, rules: AnswerBook): AnswersFolder {
  const folder = readAnswersFolder(dir, rules);
  if (folder.faults.length > 0) throw new CommandError(folder.faults.join("\n"));
  if (folder.files.length === 0) {
    throw new CommandError(
      `ANSWERS_DIR (${dir}) has no answers yet: answers export writes those that members get, as a start`,
    );
  }
  return folder;
}

function check({ texts, files }: AnswersFolder, { business }: Config, { print }: Terminal): void {
  print(`${counted(files.length, "answer")}: no fault`);
  for (const [name, json] of Object.entries(texts)) {
    const { reply } = JSON.parse(json) as Answer;
    const missing = business.languages.filter((language) => reply[language] === undefined);
    if (missing.length > 0) {
      print(`warning: ${name}.json: its reply has no text in ${missing.join(", ")}`);
    }
  }
}

function list({ answers: all, faults }: AnswerBook, { print }: Terminal): void {
  if (all.size === 0) print("Members get no answer of the shop's own yet.");
  else {
    const rows = [...all].map(([name, answer]) => [
      name,
      phrasesIn(answer),
      languagesOf(answer),
      whenOf(answer),
    ]);
    print(tableOf(["name", "phrases", "languages", "when"], rows));
  }
  for (const fault of faults) {
    print(`left out: ${fault.names[0] ?? "answers"}: ${answerFaultSentence(fault)}`);
  }
}

const maxShown = 3;

function phrasesIn({ phrases = {} }: Answer): string {
  const all = Object.values(phrases).flatMap((some) => some ?? []);
  const more = all.length - maxShown;
  return [...all.slice(0, maxShown), ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

const languagesOf = ({ reply }: Answer): string =>
  languages.filter((language) => reply[language] !== undefined).join(", ");

const whenOf = ({ from, until, hours }: Answer): string =>
  [from && `from ${from}`, until && `until ${until}`, hours].filter(Boolean).join(", ");

/** Writes answers as files, never over what somebody wrote. */
function write(dir: string, texts: Readonly<Record<string, string>>, { print }: Terminal): void {
  for (const [name, json] of Object.entries(texts)) {
    const path = join(dir, `${name}.json`);
    const content = `${JSON.stringify(JSON.parse(json), null, 2)}\n`;
    const isWritten = writeOutput(path, content, { keep: true });
    print(isWritten ? `wrote ${path}` : `left ${path} as it is`);
  }
  if (Object.keys(texts).length === 0) print("Members get no answer of the shop's own yet.");
}

/** Writes the answers of a CSV file, unless one of them has a fault. @throws {CommandError} naming every fault. */
function importFrom(file: string, dir: string, rules: AnswerBook, terminal: Terminal): void {
  const imported = importedAnswers(file);
  const { faults } = rules.of(Object.fromEntries(imported.map(({ name, json }) => [name, json])));
  const found = faults.map((fault) => {
    const text = answerFaultSentence(fault);
    const lines = imported.find(({ name }) => name === fault.names[0])?.lines.join(", ");
    return lines === undefined ? `${file}: ${text}` : `${file}, line ${lines}: ${text}`;
  });
  if (found.length > 0) throw new CommandError(found.join("\n"));
  write(dir, Object.fromEntries(imported.map(({ name, json }) => [name, json])), terminal);
  terminal.print("answers check looks at them, and answers publish gives them to members.");
}

// Reads keyword answers from a CSV file: rows of a phrase, its reply and their language.

interface ImportedAnswer {
  name: string;
  json: string;
  /** Of the file, from 1. */
  lines: readonly number[];
}

interface Row {
  line: number;
  phrase: string;
  reply: string;
  language: Language;
  name: string;
}

const columns = ["phrase", "reply", "language"] as const;

/**
 * Rows with the same `name`, or without one the same reply in the same language, are one answer.
 * @throws {CommandError} naming the file, the line and what is wrong.
 */
function importedAnswers(file: string): ImportedAnswer[] {
  const rows = readRows(file);
  const groups = Map.groupBy(rows, ({ name, language, reply }) =>
    name === "" ? `${language} ${reply}` : name,
  );
  const taken = new Set(rows.map(({ name }) => name));
  return [...groups.values()].map((group) => {
    const lines = group.map(({ line }) => line);
    const name = group[0]?.name || freeName(group[0]?.phrase ?? "", taken);
    taken.add(name);
    return { name, json: JSON.stringify(answerOf(file, group)), lines };
  });
}

function answerOf(file: string, rows: readonly Row[]) {
  const phrases: Partial<Record<Language, string[]>> = {};
  const reply: Partial<Record<Language, string>> = {};
  for (const row of rows) {
    const { language, line } = row;
    phrases[language] = [...(phrases[language] ?? []), row.phrase];
    if ((reply[language] ?? row.reply) !== row.reply) {
      throw new CommandError(
        `${file}, line ${line}: ${row.name} has another reply in ${language} already`,
      );
    }
    reply[language] = row.reply;
  }
  return { phrases, reply };
}

/** A name of the phrase's Latin letters and digits, else a number. */
function freeName(phrase: string, taken: ReadonlySet<string>): string {
  const slug = phrase
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 50)
    .replace(/^-|-$/g, "");
  const base = slug === "" || slug === "fallback" ? "answer" : slug;
  const names = [...(slug === base ? [base] : []), ...numbered(base, taken.size + 1)];
  return names.find((name) => !taken.has(name)) ?? base;
}

const numbered = (base: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${base}-${index + 1}`);

function readRows(file: string): Row[] {
  const [head, ...records] = readRecords(file);
  const names = head?.record.map((name) => name.trim().toLowerCase()) ?? [];
  const missing = columns.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw new CommandError(
      `${file}, line 1: it has no column ${missing.join(", ")}; the first line names phrase, reply and language, and may name a name`,
    );
  }
  if (records.length === 0) throw new CommandError(`${file}: it has no row`);
  return records.map(({ record, line }) => {
    const value = (name: string) => (record[names.indexOf(name)] ?? "").trim();
    const language = nearestLanguage(value("language"), languages);
    if (!language) {
      throw new CommandError(
        `${file}, line ${line}: the language must be one of ${languages.join(", ")}`,
      );
    }
    return { line, phrase: value("phrase"), reply: value("reply"), language, name: value("name") };
  });
}

/** What the first line has between its columns; spreadsheets write semicolons where a comma is in numbers. */
function delimiterOf(text: string): string {
  const [head = ""] = text.split(/[\r\n]/, 1);
  return [",", ";", "\t"].find((one) => head.includes(one)) ?? ",";
}

function readRecords(file: string): { record: string[]; line: number }[] {
  let text: string;
  try {
    // A line that ends with two characters counts as one, also within quotes.
    text = readTextFile(file).replaceAll("\r\n", "\n");
  } catch (error) {
    if (error instanceof EncodingError) throw new CommandError(error.message);
    if (isSystemError(error)) throw new CommandError(`${file} can't be read: ${reasonOf(error)}`);
    throw error;
  }
  try {
    const found: { record: string[]; line: number }[] = [];
    parse(text, {
      delimiter: delimiterOf(text),
      skip_empty_lines: true,
      on_record(record: string[], { lines }) {
        // Those up to the end of the record.
        found.push({ record, line: lines });
        return record;
      },
    });
    return found;
  } catch (error) {
    if (error instanceof CsvError) throw new CommandError(`${file}: ${error.message}`);
    throw error;
  }
}
