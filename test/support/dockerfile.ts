/** Reads the Dockerfile. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";

export const dockerfile = readFileSync(join(import.meta.dirname, "../../Dockerfile"), "utf8");

/** What follows a keyword, of each instruction; continued lines are joined. */
export const instructions = (keyword: string): string[] =>
  [...dockerfile.replaceAll("\\\n", " ").matchAll(new RegExp(`^${keyword} +(.*)$`, "gm"))].map(
    ([, rest = ""]) => rest,
  );

/** The words of a command in the form of a JSON array. */
const words = (instruction: string): string[] =>
  JSON.parse(instruction.slice(instruction.indexOf("["))) as string[];

export const command = words(instructions("CMD").at(-1) ?? "");
export const healthcheck = words(instructions("HEALTHCHECK")[0] ?? "");

/** Paths of this folder that are copied into an image; not those from another stage. */
export const copied: string[] = instructions("COPY").flatMap((line) =>
  line.includes("--from=")
    ? []
    : line
        .split(/\s+/)
        .filter((word) => !word.startsWith("--"))
        .slice(0, -1),
);

export const environment = parseEnv(instructions("ENV").join("\n").replaceAll(" ", "\n"));
