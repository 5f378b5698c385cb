/** The server process. Signals are taken from its first moment, since loading the rest takes longest of all. */
const stop = new AbortController();
process.on("SIGTERM", () => stop.abort());
process.on("SIGINT", () => stop.abort());

const { serve } = await import("./app/serve.ts");
process.exit(await serve(process.env, stop.signal));
