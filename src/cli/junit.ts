/** Writes runs of stories as JUnit XML, which CI systems show as test results. */
import type { StoryRun } from "../studio/server/story-types.ts";

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
