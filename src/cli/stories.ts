/** CLI command `stories`: plays the stories of STORIES_DIR, for people and for CI. */
import { openAnswerBook } from "../app/open-answer-book.ts";
import { storySettings } from "../app/story-settings.ts";
import { storyWorlds } from "../app/story-worlds.ts";
import { hasAnswersFolder, readAnswersFolder } from "../bot/i18n/answers/answer-book.ts";
import { readDraftFolder } from "../bot/i18n/draft-folder.ts";
import type { Overrides } from "../bot/i18n/published-overrides.ts";
import { type Config, readConfig } from "../config/config.ts";
import type { StoryLanguage, StoryRun } from "../studio/server/story-types.ts";
import { storyLanguages } from "../studio/stories/play-story.ts";
import { openStories, type Stories } from "../studio/stories/stories.ts";
import { shownName } from "../text/safe-text.ts";
import {
  type Command,
  CommandError,
  parseWords,
  suggestion,
  type Terminal,
  UsageError,
} from "./command.ts";
import { writeOutput } from "./output.ts";
import { reportSteps } from "./story-changes.ts";

const maxNames = 1000;

export const stories: Command = {
  async run(args, terminal) {
    const { words, flags, options } = parseWords(
      args,
      { optionalWords: maxNames, flags: ["update"], options: ["language", "junit"] },
      "stories takes names of stories, --update, --language and --junit FILE",
    );
    const config = storySettings(readConfig(terminal.environment).config);
    const { storiesDir, business } = config;
    const played = openStories({
      dir: storiesDir,
      openWorld: storyWorlds(config),
      timeZone: business.timeZone,
    });
    const names = namesOf(words, played, storiesDir);
    const languages = languagesOf(options.get("language"), storyLanguages(business.languages));
    const overrides = await draftOf(config);
    const runs: StoryRun[] = [];
    for (const name of names) {
      for (const language of languages) {
        terminal.stop.throwIfAborted();
        const run = await played.run(name, { language, overrides });
        if (!run) continue;
        runs.push(run);
        report(run, flags.has("update"), terminal);
        if (flags.has("update") && run.outcome !== "failed") played.files.keep(run);
      }
    }
    const file = options.get("junit");
    if (file !== undefined) writeOutput(file, junitReport(runs, flags.has("update")));
    return summary(runs, flags.has("update"), terminal);
  },
};

function namesOf(words: readonly string[], { files }: Stories, dir: string): string[] {
  const all = files.list().map(({ name }) => name);
  if (all.length === 0) throw new CommandError(`there are no stories in ${dir} (STORIES_DIR)`);
  const wanted = words.map((word) => word.replace(/\.txt$/, ""));
  const unknown = wanted.find((word) => !all.includes(word));
  if (unknown !== undefined) {
    throw new CommandError(`there is no story ${unknown}${suggestion(unknown, all)}`);
  }
  return wanted.length > 0 ? wanted : all;
}

function languagesOf(
  given: string | undefined,
  offered: readonly StoryLanguage[],
): readonly StoryLanguage[] {
  if (given === undefined) return ["own"];
  if (given === "all") return offered;
  const found = offered.find((language) => language.toLowerCase() === given.toLowerCase());
  if (found) return [found];
  throw new UsageError(`--language takes ${offered.join(", ")} or all`);
}

/** The texts of WORDS_DIR where it is set, and the answers of ANSWERS_DIR where it has some: those that would be published. */
async function draftOf(config: Config): Promise<Overrides> {
  const { wordsDir, answersDir } = config;
  const words = wordsDir ? readDraftFolder(wordsDir) : { overrides: {}, faults: [] };
  const answers = hasAnswersFolder(answersDir)
    ? readAnswersFolder(answersDir, await openAnswerBook(config, null))
    : null;
  const faults = [...words.faults, ...(answers?.faults ?? [])];
  if (faults.length > 0) throw new CommandError(faults.join("\n"));
  return { ...words.overrides, ...(answers && { answers: answers.texts }) };
}

const marks: Readonly<Record<StoryRun["outcome"], string>> = {
  passed: "ok      ",
  new: "new     ",
  changed: "changed ",
  failed: "FAILED  ",
};

function report(run: StoryRun, isUpdate: boolean, { print }: Terminal): void {
  const { name, title, language, outcome, steps, ms } = run;
  const where = language === "own" ? "" : ` [${language}]`;
  const mark = isUpdate && outcome === "changed" ? "accepted" : marks[outcome];
  print(`${mark} ${name}${where}  ${shownName(title)}  ${ms} ms`);
  reportSteps(steps, print, outcome === "failed");
}

/** @returns the exit code. */
function summary(runs: readonly StoryRun[], isUpdate: boolean, { print }: Terminal): number {
  const count = (outcome: StoryRun["outcome"]) =>
    runs.filter((run) => run.outcome === outcome).length;
  const [failed, changed, fresh] = [count("failed"), count("changed"), count("new")];
  const parts = [`${runs.length} played`, `${failed} failed`, `${changed} changed`];
  if (fresh > 0 && !isUpdate) parts.push(`${fresh} without accepted replies`);
  print("", parts.join(", "));
  if (changed > 0 && !isUpdate) print("stories --update accepts what has changed.");
  return failed > 0 || (changed > 0 && !isUpdate) ? 1 : 0;
}

// Writes runs of stories as JUnit XML, which CI systems show as test results.

/** @param isAccepted whether changed replies were accepted: they are no failures then. */
export function junitReport(runs: readonly StoryRun[], isAccepted: boolean): string {
  const cases = runs.map((run) => testCase(run, isAccepted));
  const failures = cases.filter((xml) => xml.includes("<failure")).length;
  const seconds = runs.reduce((sum, { ms }) => sum + ms, 0) / 1000;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites tests="${runs.length}" failures="${failures}" time="${seconds}">`,
    `<testsuite name="stories" tests="${runs.length}" failures="${failures}" errors="0" skipped="0" time="${seconds}">`,
    ...cases,
    "</testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

function testCase({ name, title, language, outcome, steps, ms }: StoryRun, isAccepted: boolean) {
  const attributes = `classname="${escaped(`${name}.${language}`)}" name="${escaped(title)}" time="${ms / 1000}"`;
  const isFailure = outcome === "failed" || (outcome === "changed" && !isAccepted);
  if (!isFailure) return `<testcase ${attributes}/>`;
  const details = steps.flatMap(({ line, text, fault, changed }) => [
    ...(fault === undefined ? [] : [`line ${line}: ${text}: ${fault}`]),
    ...(changed ? [`line ${line}: ${text}`] : []),
    ...(changed?.before ?? []).map((shown) => `- ${shown}`),
    ...(changed?.now ?? []).map((shown) => `+ ${shown}`),
  ]);
  const message = outcome === "failed" ? "a line isn't true" : "replies have changed";
  return `<testcase ${attributes}><failure message="${message}" type="${outcome}">${escaped(details.join("\n"))}</failure></testcase>`;
}

/** Control characters have no place in XML, not even escaped. */
const escaped = (text: string) =>
  text
    // oxlint-disable-next-line no-control-regex -- exactly these
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .toWellFormed()
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
