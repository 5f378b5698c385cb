/** Checks a page's accessibility with axe. */
import axe from "axe-core";
import type { Page } from "playwright-core";

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string; failureSummary: string }[];
}

/** Of the rules that axe runs by default, those that look at colours. */
const colourRules = ["color-contrast", "link-in-text-block"];

/** @param rules `colours`: only those on colours and contrast. @returns one line per serious or critical violation. */
export async function seriousViolations(
  page: Page,
  rules: "all" | "colours" = "all",
): Promise<string[]> {
  const runOnly = rules === "colours" ? { runOnly: colourRules } : {};
  const options = JSON.stringify({ resultTypes: ["violations"], ...runOnly });
  // The content security policy forbids foreign scripts, but not those of the browser's debugger.
  await page.evaluate(`${axe.source}; undefined`);
  const violations: Violation[] = await page.evaluate(
    `axe.run(document, ${options}).then(({ violations }) =>
      violations.map(({ id, impact, nodes }) => ({
        id, impact, nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })),
      })))`,
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes
        .slice(0, 4)
        .map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
    );
}
