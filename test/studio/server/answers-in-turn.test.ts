/** How many answers of the studio are made at once, of one client and in all. */
import { EventEmitter, once } from "node:events";
import { get } from "node:http";
import type { AddressInfo } from "node:net";
import express, { type Request, type Response } from "express";
import { expect, test } from "vitest";
import { answersInTurn } from "../../../src/studio/server/answers-in-turn.ts";

test("a client has some answers at once, all clients some more, and the rest waits for its turn", () => {
  const inTurn = answersInTurn({ all: 3, ofClient: 2 });
  const begun: string[] = [];
  const responses = new Map<string, EventEmitter>();
  const ask = (name: string, ip: string) => {
    const response = new EventEmitter();
    responses.set(name, response);
    void inTurn({ ip } as Request, response as unknown as Response, () => void begun.push(name));
  };
  const end = (name: string) => responses.get(name)?.emit("close");
  ask("a1", "192.0.2.1");
  ask("a2", "192.0.2.1");
  ask("a3", "192.0.2.1");
  ask("b1", "192.0.2.2");
  ask("c1", "192.0.2.3");
  ask("c2", "192.0.2.3");
  expect(begun).toEqual(["a1", "a2", "b1"]);
  // Who has left isn't answered.
  end("c1");
  end("b1");
  expect(begun).toEqual(["a1", "a2", "b1", "c2"]);
  end("a1");
  expect(begun).toEqual(["a1", "a2", "b1", "c2", "a3"]);
  for (const name of ["a2", "c2", "a3"]) end(name);
  ask("a4", "192.0.2.1");
  expect(begun.at(-1)).toBe("a4");
});

test("who leaves while they are being identified keeps nobody from an answer", async () => {
  const identifying = Promise.withResolvers<void>();
  const passedOn = Promise.withResolvers<void>();
  const app = express();
  app.use("/left", async (_request, response, next) => {
    const closed = once(response, "close");
    identifying.resolve();
    await closed;
    next();
    passedOn.resolve();
  });
  app.use(answersInTurn({ all: 1, ofClient: 1 }), (_request, response) => void response.end());
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const left = get(`${url}/left`).on("error", () => {});
  await identifying.promise;
  left.destroy();
  await passedOn.promise;
  expect((await fetch(url)).status).toBe(200);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
