/** Prints the counter page. */
import type { Page } from "playwright-core";

/** @returns the PDF of what the page shows, on paper of the size that its styles ask for. */
export const printed = (page: Page): Promise<Buffer> => page.pdf({ preferCSSPageSize: true });
