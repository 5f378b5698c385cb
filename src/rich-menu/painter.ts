/** A process of its own that turns SVG files into PNG files beside them, so that what drawing takes ends with it. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";

const [folder = "."] = process.argv.slice(2);

for (const file of readdirSync(folder).filter((name) => name.endsWith(".svg"))) {
  await sharp(join(folder, file))
    .png()
    .toFile(join(folder, file.replace(/svg$/, "png")));
}
