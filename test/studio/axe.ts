/** Checks a page's accessibility with axe. */
import axe from "axe-core";
import type { Page } from "playwright-core";

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string; failureSummary: string }[];
}

/** Of the rules of which no violation is serious, those on the headings that a page is read by. */
const headingRules = ["page-has-heading-one", "heading-order", "empty-heading"];

/**
 * Loads axe once per page, and switches off the other rules of which no violation is serious: they take a third of its
 * time. Axe has their impacts in a private property.
 */
const load = `if (!window.axe) {
  ${axe.source}
  for (const rule of axe._audit.rules) {
    const isSlight = rule.impact === "minor" || rule.impact === "moderate";
    if (isSlight && !${JSON.stringify(headingRules)}.includes(rule.id)) rule.enabled = false;
  }
}`;

/** Of the rules that axe runs by default, those that look at colours. */
const colourRules = ["color-contrast", "link-in-text-block"];

/** Without what only reports and one experimental rule need: passes, selectors, the text of stylesheets. */
const cheap = { resultTypes: ["violations"], selectors: false, preload: false };

/** Without those on colours, which take most of the time where there is a lot of text. */
const otherRules = Object.fromEntries(colourRules.map((rule) => [rule, { enabled: false }]));

const selections = { all: {}, colours: { runOnly: colourRules }, others: { rules: otherRules } };

/** @param rules `colours`: only those on colours and contrast; `others`: all but them. @returns one line per serious or critical violation, or faulty heading. */
export async function seriousViolations(
  page: Page,
  rules: keyof typeof selections = "all",
): Promise<string[]> {
  const options = JSON.stringify({ ...cheap, ...selections[rules] });
  // The content security policy forbids foreign scripts, but not those of the browser's debugger.
  await page.evaluate(`${load}; undefined`);
  const violations: Violation[] = await page.evaluate(
    `axe.run(document, ${options}).then(({ violations }) =>
      violations.map(({ id, impact, nodes }) => ({
        id, impact, nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })),
      })))`,
  );
  return violations
    .filter(
      ({ id, impact }) =>
        impact === "serious" || impact === "critical" || headingRules.includes(id),
    )
    .flatMap(({ id, nodes }) =>
      nodes
        .slice(0, 4)
        .map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
    );
}
