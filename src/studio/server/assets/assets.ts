/** Serves the page: its HTML, one script and one stylesheet. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import express, { type Request, type RequestHandler, type Router } from "express";
import { reasonOf } from "../../../errors.ts";
import type { Language } from "../../../config/languages.ts";
import type { Log } from "../../../observability/log.ts";
import { languageOf } from "../language.ts";
import { builtFile, howToBuild, readPage } from "./built-page.ts";
import { fileOf, sendFile, type File } from "./compressed.ts";

/** A file whose address has a hash of its content, as browsers keep it for good. */
const immutable = "public, max-age=31536000, immutable";

const hashOf = (body: string) =>
  createHash("sha256").update(body).digest("base64url").replaceAll(/[-_]/g, "").slice(0, 16);

interface Page {
  /** With the addresses of its files, but for that of the messages. */
  html: string;
  /** Language → name of the file. */
  messages: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, File>;
}

async function loadPage(): Promise<Page> {
  const { html, script, sourceMap, styles, messages, icon } = await readPage();
  const scriptName = `main.${hashOf(script)}.js`;
  const stylesName = `main.${hashOf(styles)}.css`;
  const mapName = `${scriptName}.map`;
  const files = new Map([
    [scriptName, fileOf("text/javascript", `${script}\n//# sourceMappingURL=${mapName}\n`)],
    [mapName, fileOf("application/json", sourceMap)],
    [stylesName, fileOf("text/css", styles)],
    ["icon.svg", fileOf("image/svg+xml", icon)],
  ]);
  const names = new Map<string, string>();
  for (const [language, content] of messages) {
    const name = `messages.${language}.${hashOf(content)}.json`;
    names.set(language, name);
    files.set(name, fileOf("application/json", content));
  }
  const linked = html.replace("styles/index.css", stylesName).replace("main.tsx", scriptName);
  return { html: linked, messages: names, files };
}

/** The page in a language: that, the address of its messages and the time zone stand in its HTML. */
function documentOf({ html, messages }: Page, language: Language, timeZone: string) {
  const written = html
    .replace('lang="en"', `lang="${language}" data-time-zone="${timeZone}"`)
    .replace("messages.json", messages.get(language) ?? "");
  return { file: fileOf("html", written), etag: `"${hashOf(written)}"` };
}

/** Of this process. */
let page: Promise<Page> | null = null;

/** @throws {Error} where there is none; the next call looks again. */
const currentPage = () =>
  (page ??= loadPage().catch((error: unknown) => {
    page = null;
    throw error;
  }));

interface AssetsOptions {
  /** Addresses that the page will call at once: they are fetched while its script is. */
  firstCalls(request: Request): string[];
  /** Whether whoever asks may have the script's source map. */
  mayReadSource(request: Request): boolean;
  /** In which the page shows every time: an IANA time zone. */
  timeZone: string;
  log: Log;
}

/** Serves the page at `/` and everything that it loads; where `npm ci` hasn't built it, it is built at once if it can be. */
export function createAssets(options: AssetsOptions): Router {
  const { firstCalls, mayReadSource, timeZone, log } = options;
  const documents = new Map<Language, ReturnType<typeof documentOf>>();
  /** @returns null where there is no page, which the log says. */
  const openPage = () =>
    currentPage().catch((error: unknown) => {
      log.warn({ reason: reasonOf(error) }, "the studio has no page");
      return null;
    });
  if (!existsSync(builtFile)) void openPage();

  const serveFile: RequestHandler = async (request, response, next) => {
    const name = request.path.slice(1);
    const file = (await openPage())?.files.get(name);
    if (!file || (name.endsWith(".map") && !mayReadSource(request))) return next();
    response.set("cache-control", name === "icon.svg" ? "max-age=86400" : immutable);
    await sendFile(request, response, file);
  };

  const router = express.Router({ strict: true });
  router.get("/", async (request, response) => {
    const opened = await openPage();
    if (!opened) {
      response.status(503).type("text").send(`The studio has no page: ${howToBuild}.\n`);
      return;
    }
    const language = languageOf(request);
    const known = documents.get(language) ?? documentOf(opened, language, timeZone);
    documents.set(language, known);
    for (const address of firstCalls(request)) {
      response.append("link", `<${address}>; rel=preload; as=fetch; crossorigin`);
    }
    response.vary("Accept-Language").vary("Cookie");
    response.set({ etag: known.etag, "cache-control": "no-cache" });
    await sendFile(request, response, known.file);
  });
  router.get(
    /^\/(?:icon\.svg|main\.\w+\.(?:js|js\.map|css)|messages\.[\w-]+\.\w+\.json)$/,
    serveFile,
  );
  return router;
}
