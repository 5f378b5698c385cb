/** The counter page: what a cashier does, on one sheet to print in each language, rendered once of `docs/counter/`. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Request, RequestHandler } from "express";
import { firstLanguage, ownNames } from "../bot/i18n/format.ts";
import { languages, type Language } from "../config/environment-schema.ts";

/** Behind the bot's public address. */
export const counterPath = "/counter";

const folder = join(import.meta.dirname, "../../docs/counter");

interface CounterPage {
  /** Sent to all from this one copy. */
  html: Buffer;
  headers: Readonly<Record<string, string>>;
}

export type CounterPages = Readonly<Record<Language, CounterPage>>;

const digest = (text: string): string => createHash("sha256").update(text).digest("base64");

/** Renders the page in every language. @throws {Error} where a file of it is missing. */
export async function renderCounterPages(): Promise<CounterPages> {
  const { Marked } = await import("marked");
  const marked = new Marked({
    async: true,
    async walkTokens(token) {
      if (token.type !== "image") return;
      const picture = await readFile(join(folder, String(token["href"])), "base64");
      token["href"] = `data:image/svg+xml;base64,${picture}`;
    },
  });
  const styles = await readFile(join(import.meta.dirname, "counter-page.css"), "utf8");
  const contentSecurityPolicy = [
    "default-src 'none'",
    "img-src data:",
    `style-src 'sha256-${digest(styles)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  const render = async (language: Language): Promise<CounterPage> => {
    const source = await readFile(join(folder, `${language}.md`), "utf8");
    const html = documentOf(language, styles, await marked.parse(source));
    const headers = {
      "Cache-Control": "no-cache",
      "Content-Language": language,
      "Content-Security-Policy": contentSecurityPolicy,
      ETag: `"${digest(html)}"`,
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
    };
    return { html: Buffer.from(html), headers };
  };
  const rendered = languages.map(async (language) => [language, await render(language)] as const);
  return Object.fromEntries(await Promise.all(rendered)) as CounterPages;
}

/** @param content the rendered Markdown: a title and an introduction, then jobs with a heading each. */
function documentOf(language: Language, styles: string, content: string): string {
  const [introduction = "", ...jobs] = content.split(/(?=<h2>)/);
  const title = /<h1>(.*?)<\/h1>/.exec(introduction)?.[1] ?? "";
  const links = languages
    .filter((other) => other !== language)
    .map((other) => `<a href="?lang=${other}" lang="${other}">${ownNames[other]}</a>`);
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${styles}</style>
</head>
<body>
<nav>${links.join("")}</nav>
<main>
${introduction}<div>
${jobs.map((job) => `<section>${job}</section>`).join("\n")}
</div>
</main>
</body>
</html>
`;
}

/**
 * Serves the page to whoever asks, in the language of `lang`, else in the first one that the browser asks for. It is
 * rendered when it is first asked for.
 * @param fallback for a browser that asks for none of them.
 */
export function serveCounterPage(
  fallback: Language,
  render: () => Promise<CounterPages> = renderCounterPages,
): RequestHandler {
  let pages: Promise<CounterPages> | null = null;
  /** @throws {Error} where it can't be rendered; the next call tries again. */
  const currentPages = () =>
    (pages ??= render().catch((error: unknown) => {
      pages = null;
      throw error;
    }));
  return async (request, response) => {
    const { html, headers } = (await currentPages())[languageOf(request) ?? fallback];
    response.vary("Accept-Language").set(headers).type("html").send(html);
  };
}

function languageOf(request: Request): Language | null {
  const { lang } = request.query;
  const tags = [...(typeof lang === "string" ? [lang] : []), ...request.acceptsLanguages()];
  return firstLanguage(tags, languages);
}
