/** Reads the Dockerfile. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";

export const dockerfile = readFileSync(join(import.meta.dirname, "../../Dockerfile"), "utf8");

/** The arguments of every instruction with a keyword; continued lines are joined. */
export const instructions = (keyword: string): string[] =>
  [...dockerfile.replaceAll("\\\n", " ").matchAll(new RegExp(`^${keyword} +(.*)$`, "gm"))].map(
    ([, rest = ""]) => rest,
  );

/** The parts of a command in exec form (a JSON array). */
const execParts = (instruction: string): string[] =>
  JSON.parse(instruction.slice(instruction.indexOf("["))) as string[];

export const command = execParts(instructions("CMD").at(-1) ?? "");
export const healthcheck = execParts(instructions("HEALTHCHECK")[0] ?? "");

/** Paths that are copied from the build context, not from another stage. */
export const copied: string[] = instructions("COPY").flatMap((line) =>
  line.includes("--from=")
    ? []
    : line
        .split(/\s+/)
        .filter((word) => !word.startsWith("--"))
        .slice(0, -1),
);

export const environment = parseEnv(instructions("ENV").join("\n").replaceAll(" ", "\n"));
