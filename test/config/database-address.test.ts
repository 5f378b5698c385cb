/** Which addresses of Postgres are taken, and that the driver makes the same of them. */
import { Client } from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { databaseConnection, databaseLink } from "../../src/config/database-address.ts";
import { readConfig } from "../../src/config/config.ts";
import { authorityFile } from "../support/proxy.ts";

const at = (rest: string) => `postgres://bot:hush@${rest}`;
const socket = encodeURIComponent("/var/run/postgresql");

test.each([
  [at("localhost/d"), "local", "localhost"],
  [at("LOCALHOST/d"), "local", "LOCALHOST"],
  [at("127.0.0.1:5433/d"), "local", "127.0.0.1"],
  [at("127.0.0.2/d"), "local", "127.0.0.2"],
  [at("[::1]/d"), "local", "::1"],
  [at("localhost/d?sslmode=disable"), "local", "localhost"],
  [at("db.example.com/d?host=127.0.0.1"), "local", "127.0.0.1"],
  [at(`localhost/d?host=${socket}`), "local", "/var/run/postgresql"],
  [at(`${socket}/d`), "local", "/var/run/postgresql"],
  ["postgres:///d", "local", "localhost"],
  ["postgresql:///d?host=", "local", "localhost"],
  [at("db.example.com/d?sslmode=verify-full"), "encrypted", "db.example.com"],
  [at("db.example.com/d?%73slmode=verify%2Dfull"), "encrypted", "db.example.com"],
  [at("[2001:db8::1]/d?sslmode=verify-full"), "encrypted", "2001:db8::1"],
  [at("localhost/d?host=db.example.com&sslmode=verify-full"), "encrypted", "db.example.com"],
  [at(`h/d?sslmode=verify-full&sslrootcert=${authorityFile}`), "encrypted", "h"],
  [at("h/d?sslmode=verify-full&uselibpqcompat=true"), "encrypted", "h"],
  [at("h/d?sslmode=verify-full&sslnegotiation=direct"), "encrypted", "h"],
  [at("postgres/d?sslmode=disable"), "plain", "postgres"],
] as const)("%s is %s", (address, kind, host) => {
  expect(databaseLink(address)).toEqual({ kind, host });
  // None of these may decide.
  for (const [name, value] of [
    ["PGHOST", "elsewhere"],
    ["NODE_TLS_REJECT_UNAUTHORIZED", "0"],
    ...(kind === "local" ? [] : [["PGSSLMODE", kind === "plain" ? "require" : "no-verify"]]),
  ] as [string, string][]) {
    vi.stubEnv(name, value);
  }
  onTestFinished(() => void vi.unstubAllEnvs());
  const client = new Client(databaseConnection(address));
  expect(client.host).toBe(host);
  const { ssl } = client as Client & { ssl: unknown };
  if (kind === "encrypted") expect(ssl).toMatchObject({ rejectUnauthorized: true });
  if (kind === "plain") expect(ssl).toBe(false);
});

test.each([
  ["nothing", at("db.example.com/d"), /sslmode=verify-full.*db\.example\.com is another machine/],
  ["require", at("h/d?sslmode=require"), /verify-full.*sslmode=require isn't enough/],
  ["prefer", at("h/d?sslmode=prefer"), /sslmode=prefer isn't enough/],
  ["allow", at("h/d?sslmode=allow"), /sslmode=allow isn't enough/],
  ["verify-ca", at("h/d?sslmode=verify-ca"), /sslmode=verify-ca isn't enough/],
  ["no-verify", at("h/d?sslmode=no-verify"), /sslmode=no-verify isn't enough/],
  ["an empty mode", at("h/d?sslmode="), /its sslmode isn't enough/],
  ["other letters", at("h/d?sslmode=Verify-Full"), /sslmode=Verify-Full isn't enough/],
  ["other letters of the name", at("h/d?SSLMODE=verify-full"), /is another machine/],
  ["a blank in it", at("h/d?sslmode=verify-full%20"), /its sslmode isn't enough/],
  ["two modes", at("h/d?sslmode=verify-full&sslmode=disable"), /says sslmode once/],
  ["two modes alike", at("h/d?sslmode=verify-full&sslmode=verify-full"), /says sslmode once/],
  ["an encoded second one", at("h/d?sslmode=verify-full&%73slmode=no-verify"), /sslmode once/],
  ["ssl=true", at("h/d?ssl=true"), /ssl=… isn't enough/],
  ["ssl beside a mode", at("h/d?sslmode=verify-full&ssl=0"), /ssl=… isn't enough/],
  ["weakened modes", at("h/d?uselibpqcompat=true&sslmode=require"), /sslmode=require/],
  ["direct TLS without a mode", at("h/d?sslnegotiation=direct"), /is another machine/],
  ["another host in a parameter", at("localhost/d?host=db.example.com"), /db\.example\.com is/],
  ["the last of two hosts", at("localhost/d?host=127.0.0.1&host=h"), /says host once/],
  ["several hosts", at("localhost,h/d?sslmode=verify-full"), /one host/],
  ["several hosts in a parameter", at("localhost/d?host=localhost,h&sslmode=disable"), /one host/],
  ["what looks like loopback", at("127.0.0.1.example.com/d"), /is another machine/],
  ["another spelling of an address", at("2130706433/d"), /is another machine/],
  ["every address", at("0.0.0.0/d"), /is another machine/],
  [
    "a file that isn't there",
    at("h/d?sslmode=verify-full&sslrootcert=/none"),
    /no such file or folder \(\/none\)/,
  ],
  ["a wrong escape", at("h%zz/d?sslmode=verify-full"), /percent-encoded/],
  ["another encoding", at("h%ff/d?sslmode=verify-full"), /percent-encoded/],
])("%s stops the start, and says what to write", (_what, address, message) => {
  expect(() => databaseLink(address)).toThrow(message);
  expect(() => databaseConnection(address)).toThrow(message);
  const start = () => readConfig({ DATABASE_URL: address });
  expect(start).toThrow(/DATABASE_URL: must be /);
  expect(start).toThrow(message);
  expect(start).not.toThrow(/hush/);
});
