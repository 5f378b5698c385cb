/** The contract is complete: every operation has a client call, a handler, a description and a test. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import {
  contract,
  operationNames,
  pathIn,
  refusalsOf,
  type Operation,
} from "../../src/loyalty/contract.ts";
import { maybe } from "../../src/loyalty/contract/parts.ts";
import { operations, tokenOperations } from "../../src/emulators/loyalty/operations.ts";
import { startPlatform } from "../emulators/loyalty/loyalty-world.ts";

/** The published list: group, name, method. */
const published = `
Authentication / Generate Exchange Token / POST
Authentication / Exchange Access Token / POST
Authentication / Renew Access Token / POST
Authentication / Get Access Token / POST
Extension Config / Get Current Add-On status / GET
Campaigns / Get Campaign / GET
Member Profiles / Get Profile / GET
Transactions / Get Transaction / GET
Transactions / Add Point / POST
Transactions / Burn Point / POST
Transactions / Void Transaction By Id / DELETE
Transactions / Void Transaction By RefNo / DELETE
Transactions / Void Transaction By RefId / DELETE
Coupons / Get Coupon Set / GET
Coupons / Create Coupon Set / POST
Coupons / Give Coupon to Member ID / POST
Coupons / Get Give Coupon History / GET
Coupons / Void Give Coupon / DELETE
Coupons / Check Coupon / GET
Coupons / Mark Use Coupon / POST`;

const sorted = (names: Iterable<string>) => [...names].toSorted();
const names = operationNames.toSorted();

test("the contract has the published operations, no more and no less", () => {
  const ours = Object.values(contract).map((o) => `${o.group} / ${o.name} / ${o.method}`);
  expect(sorted(ours)).toEqual(sorted(published.trim().split("\n")));
});

test("every operation has a handler", () => {
  expect(sorted(Object.keys({ ...operations, ...tokenOperations }))).toEqual(names);
});

test.each([undefined, null, "", " "])("an optional text that is %j reads as missing", (sent) => {
  expect(maybe(z.string()).parse(sent)).toBeUndefined();
});

test("every operation has a method of the client", async () => {
  const loyalty = (await startPlatform()).client();
  expect(sorted(Object.keys(loyalty))).toEqual(names);
});

test("every operation is called in a test, and every refusal is tested", () => {
  const sources = ["test/loyalty", "test/emulators/loyalty"]
    .flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  const untested = names.filter((name) => !sources.includes(`.${name}(`));
  expect(untested).toEqual([]);
  const codes = new Set(Object.values(contract).flatMap((o) => refusalsOf(o as Operation)));
  expect([...codes].filter((code) => !sources.includes(`"${code}"`))).toEqual([]);
});

test.each(Object.entries(contract) as [string, Operation][])(
  "the path parameters of %s match its input, and no field occurs twice",
  (_, { path, input }) => {
    const placeholders = [...path.matchAll(/\{(.*?)\}/g)].map(([, field]) => field!);
    expect(sorted(placeholders)).toEqual(sorted(Object.keys(input.path.shape)));
    const fields = Object.values(input).flatMap((part) => Object.keys(part.shape));
    expect(new Set(fields).size).toBe(fields.length);
  },
);

/** The operation of an id in the OpenAPI description. */
const nameOf = (id: string) => id.replace(/V2$/, "") as keyof typeof contract;
const deprecatedTag = "Open API (Deprecated)";

test("the OpenAPI 3.1 description has V2's areas and the deprecated list as groups", async () => {
  const { baseUrl } = await startPlatform();
  const response = await fetch(new URL("/openapi.json", baseUrl));
  const description = apiSchema.parse(await response.json());
  expect(description.servers).toEqual([{ url: baseUrl }]);
  const areas = [...new Set(Object.values(contract).map(({ group }) => group))];
  expect(description["x-tagGroups"]).toEqual([
    { name: "Open API (V2)", tags: areas },
    { name: deprecatedTag, tags: [deprecatedTag] },
  ]);
  const described = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  );
  const ids = described.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { path, method, operationId, ...operation } of described) {
    const own = contract[nameOf(operationId)];
    expect(method.toUpperCase()).toBe(own.method);
    expect(path).toBe(pathIn(operationId.endsWith("V2") ? "v2" : "v1", own.path));
    expect(operation["x-origin"]).toBe(own.origin);
    expect(Object.keys(operation.responses)).toContain(String(own.status));
  }
  const listed = (tag: string, prefix: RegExp) =>
    sorted(
      described
        .filter(({ tags, path }) => tags.includes(tag) && prefix.test(path))
        .map(({ operationId }) => nameOf(operationId)),
    );
  expect(listed(deprecatedTag, /^\/(api\/v1\/connect|v1\/auth-connect)\//)).toEqual(
    names.filter((name) => name !== "generateExchangeToken"),
  );
  const ofArea = (area: string) => listed(area, /^\/(v2\/connect|v1\/auth-connect)\//);
  for (const area of areas) {
    expect(ofArea(area)).toEqual(names.filter((name) => contract[name].group === area));
  }
  expect(description.paths["/api/v1/connect/profiles"]?.["get"]?.parameters).toEqual(
    ["page", "size", "sort", "search"].map((name) =>
      expect.objectContaining({ name, in: "query", required: false }),
    ),
  );
});

const apiSchema = z.object({
  openapi: z.literal("3.1.0"),
  servers: z.array(z.object({ url: z.string() })),
  "x-tagGroups": z.array(z.object({ name: z.string(), tags: z.array(z.string()) })),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        operationId: z.string(),
        tags: z.array(z.string()).min(1),
        "x-origin": z.string(),
        parameters: z.array(z.unknown()),
        responses: z.record(z.string(), z.object({ description: z.string() })),
      }),
    ),
  ),
});
