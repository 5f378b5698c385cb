/** Bundles a script and its imports into one minified module, printed with its source map as JSON. */
import { rolldown } from "rolldown";

const [input = ""] = process.argv.slice(2);
const bundle = await rolldown({ input, platform: "browser" });
const { output } = await bundle.generate({ format: "esm", minify: true, sourcemap: "hidden" });
await bundle.close();
const [{ code, map }] = output;
process.stdout.write(JSON.stringify({ script: code, sourceMap: map?.toString() ?? "" }));
