/** Signatures: LINE's test vector, an independent signer, rotation, and invalid headers. */
import { createHmac } from "node:crypto";
import * as fc from "../support/properties.ts";
import { expect, test } from "vitest";
import { isSignature, sign, signatureMatches } from "../../src/line/signature.ts";

// From LINE's documentation on verifying webhook signatures.
const secret = "8c570fa6dd201bb328f1c1eac23a96d8";
const body = Buffer.from('{"destination":"U8e742f61d673b39c7fff3cecb7536ef0","events":[]}');
const signature = "GhRKmvmHys4Pi8DxkF4+EayaH0OqtJtaZxgTD9fMDLs=";

/** As the webhook does: what hasn't the form of a signature isn't compared. */
const matches = (secrets: string[], sent: Buffer, header: string | undefined) =>
  isSignature(header) && signatureMatches(secrets, sent, header);

test("LINE's test vector is accepted and reproduced", () => {
  expect(matches([secret], body, signature)).toBe(true);
  expect(sign(secret, body)).toBe(signature);
});

test("an independent signer agrees on any secret and bytes", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.uint8Array(), (key, bytes) => {
      const theirs = createHmac("sha256", Buffer.from(key, "utf8")).update(bytes).digest("base64");
      const raw = Buffer.from(bytes);
      expect(sign(key, raw)).toBe(theirs);
      expect(matches([key], raw, theirs)).toBe(true);
    }),
  );
});

test("during a rotation either secret is accepted, and no other", () => {
  expect(matches(["new", secret], body, sign("other", body))).toBe(false);
  expect(matches(["new", secret], body, signature)).toBe(true);
  expect(matches([secret, "new"], body, signature)).toBe(true);
});

test.each([
  ["none", undefined],
  ["empty", ""],
  ["of another secret", sign("other", body)],
  ["cut short", signature.slice(0, 20)],
  ["one byte too short", Buffer.from(signature, "base64").subarray(1).toString("base64")],
  ["too long", `${signature}AAAA`],
  ["followed by a line break", `${signature}\n`],
  ["without padding", signature.slice(0, -1)],
  ["in Base64url", signature.replaceAll("+", "-").replaceAll("/", "_")],
  ["repeated, as Node joins a header that came twice", `${signature}, ${signature}`],
  ["in hex", Buffer.from(signature, "base64").toString("hex")],
  ["a megabyte long", "A".repeat(1_000_000)],
  ["not Base64 at all", "ไม่ใช่"],
])("a signature that is %s doesn't match", (_name, header) => {
  expect(matches([secret], body, header)).toBe(false);
});

test("nothing matches without a secret or after a byte was changed", () => {
  expect(matches([], body, signature)).toBe(false);
  const changed = Buffer.from(body);
  changed.writeUInt8(changed.readUInt8(5) ^ 1, 5);
  expect(matches([secret], changed, signature)).toBe(false);
});
