/** Bundles a script and its imports into one minified module, printed with its source map as JSON. */
import { rolldown } from "rolldown";

const [input = ""] = process.argv.slice(2);
// The configuration is for editors and checks; it isn't there where only the program is installed.
const bundle = await rolldown({ input, platform: "browser", tsconfig: false });
const { output } = await bundle.generate({ format: "esm", minify: true, sourcemap: "hidden" });
await bundle.close();
const [{ code, map }] = output;
process.stdout.write(JSON.stringify({ script: code, sourceMap: map?.toString() ?? "" }));
