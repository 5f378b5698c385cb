/** Files of the page: each is compressed once, in the form that a browser takes. */
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import express from "express";
import { expect, test } from "vitest";
import { fileOf, sendFile } from "../../../../src/studio/server/assets/compressed.ts";

const text = "some text ".repeat(1000);

test("each form is made once, and sent to who takes it", async () => {
  const file = fileOf("text/css", text);
  const app = express().get("/", (asked, response) => sendFile(asked, response, file));
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  async function get(accepted?: string) {
    const headers = accepted === undefined ? {} : { "accept-encoding": accepted };
    const asked = request({ port, headers }).end();
    const [response] = (await once(asked, "response")) as [IncomingMessage];
    const parts: Buffer[] = [];
    for await (const part of response) parts.push(part as Buffer);
    const { "content-encoding": encoding, vary } = response.headers;
    return { encoding, vary, body: Buffer.concat(parts) };
  }
  const asked = ["br", "gzip, deflate, br", "gzip", "gzip;q=0", "identity", "zstd", undefined];
  const answers = [];
  for (const accepted of asked) answers.push(await get(accepted));
  expect(answers.map(({ encoding }) => encoding)).toEqual([
    "br",
    "br",
    "gzip",
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(new Set(answers.map(({ vary }) => vary))).toEqual(new Set(["Accept-Encoding"]));
  const [br, , gz, plain] = answers;
  expect(brotliDecompressSync(br?.body ?? "").toString()).toBe(text);
  expect(gunzipSync(gz?.body ?? "").toString()).toBe(text);
  expect(plain?.body.toString()).toBe(text);
  const kept = await Promise.all(file.compressed.values());
  await Promise.all(Array.from({ length: 20 }, (_, index) => get(index % 2 ? "br" : "gzip")));
  expect(await Promise.all(file.compressed.values())).toSatisfy((now: Buffer[]) =>
    now.every((one, index) => one === kept[index]),
  );
  server.close();
  await once(server, "close");
});
