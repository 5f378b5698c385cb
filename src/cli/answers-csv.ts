/** Reads keyword answers from a CSV file: rows of a phrase, its reply and their language. */
import { parse, CsvError } from "csv-parse/sync";
import { languages, type Language } from "../config/environment-schema.ts";
import { nearestLanguage } from "../bot/i18n/translate.ts";
import { isSystemError, reasonOf } from "../errors.ts";
import { EncodingError, readTextFile } from "../text/text-file.ts";
import { CommandError } from "./command.ts";

export interface ImportedAnswer {
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
export function importedAnswers(file: string): ImportedAnswer[] {
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
