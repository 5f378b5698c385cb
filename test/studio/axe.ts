/** Asks axe what is wrong with a page for people who hear it, or use it by keyboard. */
import { source } from "axe-core";
import type { Page } from "playwright-core";

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string; failureSummary: string }[];
}

/** @returns one line per serious or critical fault. */
export async function seriousFaults(page: Page): Promise<string[]> {
  // The page's policy forbids foreign scripts; the tools of the browser are above it.
  await page.evaluate(`${source}; undefined`);
  const violations: Violation[] = await page.evaluate(
    `axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
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
