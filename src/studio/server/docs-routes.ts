/** Shows the pages of `docs/` in the studio, each rendered once. */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import express, { Router } from "express";
import { createKept } from "./kept.ts";

const folder = join(import.meta.dirname, "../../../docs");
/** As many as there are, and some. */
const maxPages = 50;

const styles = `:root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif; }
body { max-width: 50rem; margin: 0 auto; padding: 1rem 1.25rem 4rem; overflow-wrap: anywhere; }
table { display: block; overflow-x: auto; border-collapse: collapse; }
td, th { padding: .3rem .6rem; border: 1px solid #8886; text-align: start; vertical-align: top; }
pre { overflow-x: auto; padding: .75rem 1rem; border: 1px solid #8886; border-radius: .5rem; }
a { color: light-dark(#06753d, #63d391); }`;
const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(styles).digest("base64")}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Pages by their files' names, so that their links to each other lead on. */
export function docsRoutes(): Router {
  const pages = createKept<string>(maxPages);
  const router = Router({ strict: true });
  router.use("/docs/pictures", express.static(join(folder, "pictures"), { index: false }));
  router.get("/docs/:file", async (request, response, next) => {
    const { file } = request.params;
    if (!(await namesOfPages()).includes(file)) {
      next();
      return;
    }
    const html = await pages(file, () => render(file));
    response.set("Content-Security-Policy", contentSecurityPolicy).type("html").send(html);
  });
  return router;
}

/** None where the program was installed without them. */
async function namesOfPages(): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith(".md"));
}

async function render(file: string): Promise<string> {
  const { Marked } = await import("marked");
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      // What is outside the folder isn't shown here.
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        if (href.startsWith("../")) return text;
        const [, sheet] = /^counter\/([\w-]+)\.md$/.exec(href) ?? [];
        return `<a href="${sheet === undefined ? href : `/counter?lang=${sheet}`}">${text}</a>`;
      },
    },
  });
  const source = await readFile(join(folder, file), "utf8");
  const [, title = file] = /^# (.*)$/m.exec(source) ?? [];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} · Studio</title>
<style>${styles}</style>
</head>
<body>
<nav><a href="../">Studio</a></nav>
<main>
${await marked.parse(source)}</main>
</body>
</html>
`;
}

/** As GitHub makes it of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
