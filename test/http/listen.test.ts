/** The address of a server is one that can be opened. */
import express from "express";
import { expect, test } from "vitest";
import { listen } from "../../src/http/listen.ts";

test.each(["0.0.0.0", "127.0.0.1"])("listening at %s, it is this machine's", async (host) => {
  const app = express().get("/", (_request, response) => void response.end("here"));
  const server = await listen(app, host, 0);
  expect(server.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await (await fetch(server.origin)).text()).toBe("here");
  await server.close();
});
