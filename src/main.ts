/** Entry point of the server process. Signal handlers come before the imports, which take most of the start. */
// What it writes, its child processes too, is its owner's alone.
process.umask(0o077);
const stop = new AbortController();
process.on("SIGTERM", () => stop.abort());
process.on("SIGINT", () => stop.abort());

const { serve } = await import("./app/serve.ts");
process.exit(await serve(process.env, stop.signal));
