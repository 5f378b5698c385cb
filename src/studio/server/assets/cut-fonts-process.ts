/** Reads cuts as JSON from stdin, and writes the cut fonts as WOFF2 in Base64, as a JSON array in the same order. */
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import subsetFont from "subset-font";
import type { Cut } from "./cut-fonts.ts";

const cuts = JSON.parse(await text(process.stdin)) as Cut[];
const fonts: string[] = [];
for (const { file, characters } of cuts) {
  const font = await subsetFont(readFileSync(file), characters, {
    targetFormat: "woff2",
    noHinting: true,
    // Positions, vertical writing and alternative shapes are a quarter of it, and the page uses none.
    dropTables: ["GPOS", "GSUB", "BASE", "VORG", "vhea", "vmtx"],
  });
  fonts.push(font.toString("base64"));
}
process.stdout.write(JSON.stringify(fonts));
