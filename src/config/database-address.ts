/** Reads an address of Postgres as the driver does, and refuses one by which others could read or change what is sent. */
import { isIPv4 } from "node:net";
import type { ClientConfig } from "pg";
import { parse, toClientConfig } from "pg-connection-string";
import { reasonOf } from "../errors.ts";

/**
 * How the database is reached. `local`: by a socket or a loopback address. `encrypted`: the server's certificate is
 * verified. `plain`: readable by who is in between, as `sslmode=disable` wants it.
 */
export interface DatabaseLink {
  kind: "local" | "encrypted" | "plain";
  host: string;
}

/** An address that the bot doesn't take; the message says what it must be, and holds no password. */
export class DatabaseAddressError extends Error {}

const wholeAddress =
  "postgres://user:password@host/database?sslmode=verify-full, of the writer, special characters percent-encoded";
const encryption =
  "sslmode=verify-full, and the certificate of its authority as sslrootcert=FILE where that isn't a public one";

/** Parameters that decide who is connected to, and how. */
const decisive = ["host", "port", "ssl", "sslmode", "sslrootcert", "sslnegotiation"];

/** @param address as given. @throws {DatabaseAddressError} */
export function databaseLink(address: string): DatabaseLink {
  if (!isDatabaseUrl(address)) throw new DatabaseAddressError(wholeAddress);
  const host = hostIn(address);
  if (isLocal(host)) return compared(address, { kind: "local", host });
  const { searchParams } = new URL(address);
  if (host.includes(",")) {
    throw new DatabaseAddressError("an address of one host, the writer's: this one names several");
  }
  const repeated = decisive.find((name) => searchParams.getAll(name).length > 1);
  if (repeated !== undefined) {
    throw new DatabaseAddressError(`an address that says ${repeated} once`);
  }
  const mode = searchParams.get("sslmode");
  const isSettled = (mode === "verify-full" || mode === "disable") && !searchParams.has("ssl");
  if (!isSettled) throw new DatabaseAddressError(demandOf(host, searchParams));
  return compared(address, { kind: mode === "disable" ? "plain" : "encrypted", host });
}

/**
 * What the driver connects with. The address alone decides where and how, none of the driver's or Node's variables.
 * @throws {DatabaseAddressError}
 */
export function databaseConnection(address: string): ClientConfig {
  const { host } = databaseLink(address);
  const connection = parsed(address);
  const { ssl } = connection;
  const isVerified = typeof ssl === "object" && ssl.rejectUnauthorized !== false;
  return { ...connection, host, ...(isVerified && { ssl: { ...ssl, rejectUnauthorized: true } }) };
}

/** Whether nothing of a login is taken for another part of the address, as behind a # or / in a password. */
function isDatabaseUrl(address: string): boolean {
  const url = URL.parse(address);
  // The driver would encode a % of its own anew.
  if (!url || /\s|%(?![\da-f]{2})/i.test(address)) return false;
  const { protocol, pathname, search, hash } = url;
  const isPostgres = protocol === "postgres:" || protocol === "postgresql:";
  return isPostgres && !`${pathname}${search}${hash}`.includes("@");
}

const isLocal = (host: string): boolean =>
  host.startsWith("/") ||
  host.toLowerCase() === "localhost" ||
  host === "::1" ||
  (isIPv4(host) && host.startsWith("127."));

/** As the driver finds it: the last `host` of the parameters, else the one of the address. */
function hostIn(address: string): string {
  const { hostname, searchParams } = new URL(address);
  const given = searchParams.getAll("host").at(-1) || decoded(hostname);
  return given.replace(/^\[(.+)\]$/, "$1") || "localhost";
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new DatabaseAddressError(wholeAddress);
  }
}

/** What an address to another machine lacks; parameters are quoted only where they can be no part of a password. */
function demandOf(host: string, parameters: URLSearchParams): string {
  const mode = parameters.get("sslmode");
  const named = mode !== null && /^[\w-]{1,20}$/.test(mode) ? `sslmode=${mode}` : "its sslmode";
  const wrong = parameters.has("ssl") ? "ssl=… isn't" : mode === null ? null : `${named} isn't`;
  return [
    `an address with ${encryption}: ${host} is another machine`,
    ...(wrong === null ? [] : [`, and ${wrong} enough`]),
    ". (sslmode=disable is taken, too, and lets whoever is in between read and change everything.)",
  ].join("");
}

/** Takes a link only if the driver makes the same of the address. */
function compared(address: string, link: DatabaseLink): DatabaseLink {
  const { host, ssl } = parsed(address);
  const isVerified =
    typeof ssl === "object" && ssl.rejectUnauthorized !== false && !ssl.checkServerIdentity;
  const isMeant = { local: true, plain: ssl === false, encrypted: isVerified }[link.kind];
  const isSameHost = (host || "localhost").replace(/^\[(.+)\]$/, "$1") === link.host;
  if (!isMeant || !isSameHost) throw new DatabaseAddressError(`an address with ${encryption}`);
  return link;
}

function parsed(address: string): ClientConfig {
  try {
    return toClientConfig(parse(address));
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? reasonOf(error) : "malformed";
    throw new DatabaseAddressError(`an address whose parts and files can be read (${reason})`);
  }
}
