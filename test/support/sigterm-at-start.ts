/** Preloaded into a process: sends it a SIGTERM as soon as it has a handler for one. */
process.on("newListener", (event) => {
  if (event === "SIGTERM") setImmediate(() => process.kill(process.pid, "SIGTERM"));
});
