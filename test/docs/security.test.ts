/** Checks docs/security.md against the tests that it names, and its numbers against the program. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { limits } from "../../src/http/listen.ts";
import { pageText, quoted, root, section, tableRows } from "./pages.ts";

const readJson = (file: string): unknown => JSON.parse(readFileSync(join(root, file), "utf8"));
const rows = tableRows(pageText("docs/security.md"), "Who");

/** What stops whoever wants this. */
const told = (wish: string) => rows.find((row) => row[1] === wish)?.[2];

test("every line names the tests that hold it", () => {
  expect(rows.length).toBeGreaterThan(20);
  for (const [, wish, , holders = ""] of rows) {
    const files = quoted(holders);
    expect([wish, files.length]).not.toEqual([wish, 0]);
    expect(files.filter((file) => !/^test\/.*\.test\.ts$/.test(file))).toEqual([]);
  }
});

test("the limits of connections are the server's", () => {
  const { headersTimeout, requestTimeout, timeout, maxHeaderSize, ...counts } = limits;
  expect(told("to take all connections")).toContain(
    `${headersTimeout / 1000} seconds for headers, ${requestTimeout / 1000} for the whole request, ${timeout / 1000} without a byte`,
  );
  expect(told("to take all connections")).toContain(
    `at the limit of ${counts.maxConnections.toLocaleString("en")}`,
  );
  expect(told("to fill the memory by requests")).toContain(
    `${maxHeaderSize / 1024} KiB of headers`,
  );
  expect(told("to fill the memory by requests")).toContain(
    `more than ${counts.maxPipelined} waiting`,
  );
  expect(section("docs/security.md", "Clients")).toContain(
    `hold ${counts.maxOfClient} connections, by way of trusted proxies ${counts.maxOfClient} requests`,
  );
});

test("every dependency is pinned exactly, in the lockfile, too", () => {
  const { dependencies, devDependencies } = readJson("package.json") as Record<string, object>;
  const pinned: Record<string, string> = { ...dependencies, ...devDependencies };
  expect(Object.values(pinned).filter((version) => !/^\d+\.\d+\.\d+/.test(version))).toEqual([]);
  const { packages } = readJson("package-lock.json") as {
    packages: Record<string, { version: string }>;
  };
  const locked = Object.keys(pinned).map((name) => [
    name,
    packages[`node_modules/${name}`]?.version,
  ]);
  expect(Object.fromEntries(locked)).toEqual(pinned);
});
