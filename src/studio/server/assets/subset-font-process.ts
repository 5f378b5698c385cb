/** Reads a font's file name and the wanted characters from stdin, and writes the font with only those as WOFF2. */
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import subsetFont from "subset-font";

const { file, characters } = JSON.parse(await text(process.stdin)) as {
  file: string;
  characters: string;
};
const subset = await subsetFont(readFileSync(file), characters, {
  targetFormat: "woff2",
  noHinting: true,
  // Positions, vertical writing and alternative shapes are a quarter of it, and the page uses none.
  dropTables: ["GPOS", "GSUB", "BASE", "VORG", "vhea", "vmtx"],
});
process.stdout.write(subset);
