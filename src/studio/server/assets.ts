/** The page's files, made ready once: TypeScript without its types, libraries, styles, fonts. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire, stripTypeScriptTypes } from "node:module";
import { dirname, extname, join, posix, relative } from "node:path";
import express, { type RequestHandler, type Router } from "express";

interface Asset {
  type: string;
  body: string;
  etag: string;
}

const pageFolder = join(import.meta.dirname, "../page");
const weights = ["400", "700"];
const families = ["noto-sans", "noto-sans-thai", "noto-sans-jp", "noto-sans-tc"];
const require = createRequire(import.meta.url);

/** What the page imports by a package's name: the file, and the address it is served at. */
const libraries: Readonly<Record<string, { file: string; address: string }>> = {
  preact: { file: require.resolve("preact"), address: "libraries/preact.js" },
  "preact/hooks": { file: require.resolve("preact/hooks"), address: "libraries/preact-hooks.js" },
  htm: { file: join(dirname(require.resolve("htm")), "htm.mjs"), address: "libraries/htm.js" },
};

/**
 * Node strips types itself when it imports a file, but warns when asked for the text.
 * The warning is held back for the length of this one synchronous call.
 */
function withoutTypes(source: string): string {
  const before = Object.getOwnPropertyDescriptor(process, "emitWarning");
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(source);
  } finally {
    if (before) Object.defineProperty(process, "emitWarning", before);
  }
}

/** A browser knows no package names: they become addresses relative to the module's own. */
function withLibraries(source: string, address: string): string {
  const names = Object.keys(libraries).join("|");
  return source.replaceAll(
    new RegExp(`\\b(from|import)(\\s*)"(${names})"`, "g"),
    (_match, keyword: string, space: string, name: string) => {
      const target = posix.relative(posix.dirname(address), libraries[name]?.address ?? name);
      return `${keyword}${space}"${target.startsWith(".") ? target : `./${target}`}"`;
    },
  );
}

function fontStyles(): string {
  const styles = families.flatMap((family) =>
    weights.map((weight) => {
      const css = readFileSync(require.resolve(`@fontsource/${family}/${weight}.css`), "utf8");
      return css
        .replaceAll(/, url\([^)]*\.woff\) format\('woff'\)/g, "")
        .replaceAll("url(./files/", `url(fonts/${family}/`);
    }),
  );
  return styles.join("\n");
}

function asset(path: string, address: string): Asset {
  const text = readFileSync(path, "utf8");
  switch (extname(path)) {
    case ".ts":
      return made("text/javascript", withLibraries(withoutTypes(text), address));
    case ".mjs":
      return made("text/javascript", withLibraries(text, address));
    case ".css":
      return made("text/css", text);
    default:
      return made("image/svg+xml", text);
  }
}

function made(type: string, body: string): Asset {
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 20)}"`;
  return { type: `${type}; charset=utf-8`, body, etag };
}

/** Names every module in the page's head, so that the browser needn't find them one by one. */
function withPreloads(html: string, modules: string[]): string {
  const links = modules.map((name) => `<link rel="modulepreload" href="${name}" />`);
  return html.replace("</head>", `${links.join("")}</head>`);
}

let page: Map<string, Asset> | null = null;

/** The page's files, read and stripped of types once per process. */
function pageAssets(): Map<string, Asset> {
  page ??= readPageAssets();
  return page;
}

function readPageAssets(): Map<string, Asset> {
  const assets = new Map<string, Asset>([["fonts.css", made("text/css", fontStyles())]]);
  for (const entry of readdirSync(pageFolder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && /\.(?:ts|css|svg)$/.test(entry.name)) {
      const address = relative(pageFolder, path).replaceAll("\\", "/");
      assets.set(address, asset(path, address));
    }
  }
  for (const { file, address } of Object.values(libraries))
    assets.set(address, asset(file, address));
  const modules = [...assets.keys()].filter((name) => /\.[jt]s$/.test(name));
  const index = readFileSync(join(pageFolder, "index.html"), "utf8");
  assets.set("index.html", made("text/html", withPreloads(index, modules)));
  return assets;
}

/** Only woff2 files of the two weights, straight from their packages. */
function fontFiles(family: string): RequestHandler {
  const folder = join(dirname(require.resolve(`@fontsource/${family}/400.css`)), "files");
  const files = express.static(folder, { immutable: true, maxAge: "365d", index: false });
  return (request, response, next) =>
    /^\/[\w[\]-]+-(?:400|700)-normal\.woff2$/.test(request.path)
      ? files(request, response, next)
      : next();
}

/** Serves the page at `/` and everything that it loads. Reads all files at once, at the first call. */
export function createAssets(): Router {
  const assets = pageAssets();
  const router = express.Router({ strict: true });
  for (const family of families) router.use(`/fonts/${family}`, fontFiles(family));
  router.get(/^\/([\w/.-]*)$/, (request, response, next) => {
    const found = assets.get(request.path === "/" ? "index.html" : request.path.slice(1));
    if (!found) return next();
    response.set({ etag: found.etag, "cache-control": "no-cache", "content-type": found.type });
    return response.send(found.body);
  });
  return router;
}
