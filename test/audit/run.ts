/** `npm run audit`: licences of what production installs, and known vulnerabilities. Ends with 0 fine, 1 not, 2 could not be asked. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { z } from "zod";
import { isAllowed, licensesOf } from "./licences.ts";

const report = z.object({
  metadata: z.object({ vulnerabilities: z.record(z.string(), z.number()) }),
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string() })),
});

function audit(root: string): number {
  const packages = licensesOf(root);
  const refused = packages.filter((one) => !isAllowed(one));
  for (const { name, version, licence } of refused) {
    say(`${name} ${version}: ${licence ?? "no licence"} isn't one that we may pass on`);
  }
  say(`licences: ${packages.length} packages, ${refused.length} refused`);

  const asked = spawnSync("npm", ["audit", "--omit=dev", "--json"], {
    cwd: root,
    encoding: "utf8",
  });
  const told = report.safeParse(readable(asked.stdout ?? ""));
  if (!told.success) {
    say(
      "vulnerabilities: not known, since the registry couldn't be asked; run it again with a network",
    );
    return refused.length > 0 ? 1 : 2;
  }
  const { vulnerabilities, metadata } = told.data;
  for (const [name, { severity }] of Object.entries(vulnerabilities)) say(`${name}: ${severity}`);
  const total = metadata.vulnerabilities["total"] ?? Object.keys(vulnerabilities).length;
  say(`vulnerabilities: ${total}`);
  return refused.length > 0 || total > 0 ? 1 : 0;
}

function readable(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

const say = (line: string) => void process.stdout.write(`${line}\n`);

process.exitCode = audit(join(import.meta.dirname, "../.."));
