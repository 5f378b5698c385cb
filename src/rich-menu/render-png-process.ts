/** A process of its own that turns SVG files into PNG files beside them, so that what drawing takes ends with it. */
import { readdirSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { layOut } from "./fonts.ts";

// Whoever waits for an answer goes first.
setPriority(constants.priority.PRIORITY_LOW);
const [folder = "."] = process.argv.slice(2);
layOut(folder);

for (const file of readdirSync(folder).filter((name) => name.endsWith(".svg"))) {
  await sharp(join(folder, file))
    .png()
    .toFile(join(folder, file.replace(/svg$/, "png")));
}
