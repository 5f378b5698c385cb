/** Loaded into a process before it starts: it sends itself a SIGTERM as soon as it listens for one. */
process.on("newListener", (event) => {
  if (event === "SIGTERM") setImmediate(() => process.kill(process.pid, "SIGTERM"));
});
