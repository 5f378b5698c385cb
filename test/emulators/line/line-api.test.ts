/** The list of LINE's operations: as complete as LINE's SDK, and each implemented or refused by name. */
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isServedBy, lineOperations } from "../../../src/emulators/line/line-api.ts";
import { pageText, quoted, tableRows } from "../../docs/pages.ts";
import { manualClock } from "../../support/clock.ts";
import { createLineWorld, type LineWorld } from "./line-world.ts";

let world: LineWorld;
beforeAll(async () => {
  world = await createLineWorld(manualClock());
});
afterAll(() => world[Symbol.asyncDispose]());

/** The operations of the SDK's generated clients, such as `POST /v2/bot/message/push pushMessage`. */
function sdkOperations(): string[] {
  const sdk = dirname(fileURLToPath(import.meta.resolve("@line/bot-sdk")));
  const clients = readdirSync(sdk, { recursive: true, encoding: "utf8" }).filter((path) =>
    /^[\w-]+\/api\/\w+Client\.js$/.test(path),
  );
  expect(clients.length).toBeGreaterThan(8);
  return clients.flatMap((path) => {
    const calls = readFileSync(join(sdk, path), "utf8").matchAll(
      /Calls `(\w+) https:\/\/[^/]*([^`]*)`\.\s+\* To inspect[^@]*@link (\w+)WithHttpInfo/g,
    );
    return Array.from(calls, ([, method, address, name]) => `${method} ${address} ${name}`);
  });
}

test("every operation of the SDK is listed, and no other", () => {
  const listed = lineOperations.map(
    ({ method, path, name }) => `${method.toUpperCase()} ${path} ${name}`,
  );
  // Two ways to call `issueStatelessChannelToken`.
  const helpers = /issueStatelessChannelTokenBy(JWTAssertion|ClientSecret)$/;
  expect(listed.toSorted()).toEqual(
    sdkOperations()
      .filter((operation) => !helpers.test(operation))
      .toSorted(),
  );
});

describe("every operation", () => {
  test("without a token is refused, by a 401 where it is implemented, else by a 501 with its name", async () => {
    const answers = await Promise.all(
      lineOperations.map(async (operation) => {
        const { name, method, path } = operation;
        const address = path.replaceAll(/\{\w+\}/g, "x");
        const response = await fetch(`${world.line.origin}${address}`, {
          method: method.toUpperCase(),
        });
        const { message = "" } = (await response.json()) as { message?: string };
        return { name, status: response.status, isNamed: message.includes(`${name} (`) };
      }),
    );
    const isToken = /ChannelToken/;
    expect(answers).toEqual(
      lineOperations.map((operation) => {
        const { name } = operation;
        const isServed = world.line.routes.some((route) => isServedBy(operation, route));
        if (!isServed) return { name, status: 501, isNamed: true };
        return { name, status: isToken.test(name) ? 400 : 401, isNamed: false };
      }),
    );
  });

  test("that LINE doesn't have is a 404", async () => {
    const response = await fetch(`${world.line.origin}/v2/bot/message/shout`, { method: "POST" });
    expect(response.status).toBe(404);
  });

  test("of the emulator is one of LINE's", () => {
    const foreign = world.line.routes.filter(
      (route) => !lineOperations.some((operation) => isServedBy(operation, route)),
    );
    expect(foreign).toEqual([]);
  });
});

test("the documentation names those that are emulated, by area", () => {
  const documented = tableRows(pageText("docs/line-emulator.md"), "API").map(
    ([area = "", names = ""]) => [area, quoted(names)],
  );
  const emulated = Map.groupBy(
    lineOperations.filter((operation) =>
      world.line.routes.some((route) => isServedBy(operation, route)),
    ),
    ({ area }) => area,
  );
  expect(documented).toEqual(
    Array.from(emulated, ([area, operations]) => [area, operations.map(({ name }) => name)]),
  );
});
