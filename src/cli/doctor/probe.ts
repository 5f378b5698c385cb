/** Sends one GET to an address, and reports status, certificate and clock, or why there is no response. */
import { type IncomingMessage, request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { TLSSocket } from "node:tls";
import type { Clock } from "../../clock.ts";
import { isSystemError, reasonOf } from "../../errors.ts";
import { readHttpDate } from "../../loyalty/platform-time.ts";
import { fault, type Finding, hint, ok, skipped } from "./check.ts";

export interface ProbeResult {
  status: number;
  /** The beginning of the body. */
  text: string;
  /** Their clock minus ours in milliseconds, to about a second; null without a `Date` header. */
  aheadMs: number | null;
  /** End of the certificate's validity, in milliseconds since 1970; null without one. */
  certificateEnds: number | null;
}

/** No usable response. `message` says why, `remedy` what to do. */
export class ProbeError extends Error {
  readonly remedy: string;
  constructor(message: string, remedy: string) {
    super(message);
    this.remedy = remedy;
  }
}

/** An address without credentials and query. */
export function printable(address: string): string {
  const url = URL.parse(address);
  if (!url) return "an unreadable address";
  const { origin, pathname } = url;
  return pathname === "/" ? origin : origin + pathname;
}

const timeoutMs = 5000;
const maxText = 4096;

/** @throws {ProbeError} */
export async function probe(address: string, clock: Clock): Promise<ProbeResult> {
  const { promise, resolve, reject } = Promise.withResolvers<ProbeResult>();
  const url = new URL(address);
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  const started = clock.now();
  // A new connection: a kept-alive one could be older than the certificate.
  const request = send(url, { agent: false, headers: { accept: "*/*" } }, (response) => {
    let text = "";
    const date = readHttpDate(response.headers.date ?? null);
    const aheadMs = date === null ? null : date - (started + clock.now()) / 2;
    const certificateEnds = endOf(response);
    const finish = () =>
      resolve({ status: response.statusCode ?? 0, text, aheadMs, certificateEnds });
    response.setEncoding("utf8");
    response.on("data", (chunk: string) => {
      text = (text + chunk).slice(0, maxText);
    });
    response.once("end", finish);
    response.once("error", reject);
  });
  const timer = clock.after(timeoutMs, () => request.destroy(new Error("timeout")));
  request.once("error", reject);
  request.end();
  try {
    return await promise;
  } catch (error) {
    throw probeErrorOf(error, url.hostname);
  } finally {
    timer.close();
    request.destroy();
  }
}

function endOf({ socket }: IncomingMessage): number | null {
  if (!(socket instanceof TLSSocket)) return null;
  const ends = Date.parse(socket.getPeerCertificate().valid_to);
  return Number.isNaN(ends) ? null : ends;
}

function probeErrorOf(error: unknown, host: string): ProbeError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  switch (code) {
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new ProbeError(`the name ${host} isn't known`, "check the address and its DNS");
    case "ECONNREFUSED":
      return new ProbeError("nothing listens there", "start what should, or check the port");
    case "CERT_HAS_EXPIRED":
      return new ProbeError("the certificate has expired", "renew the certificate");
    case "CERT_NOT_YET_VALID":
      return new ProbeError("the certificate isn't valid yet", "check this machine's clock");
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return new ProbeError(
        `the certificate is for another name than ${host}`,
        "get a certificate for this name",
      );
    case "DEPTH_ZERO_SELF_SIGNED_CERT":
    case "SELF_SIGNED_CERT_IN_CHAIN":
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
    case "UNABLE_TO_GET_ISSUER_CERT":
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
      return new ProbeError(
        "nobody known vouches for the certificate",
        "get one from a public authority, and let the proxy present it with its whole chain",
      );
    case "EPROTO":
    case "ERR_SSL_WRONG_VERSION_NUMBER":
      return new ProbeError(
        "no TLS connection comes about",
        "let the proxy in front of the bot speak TLS 1.2 or 1.3 there",
      );
    default:
      break;
  }
  const isSilent = error instanceof Error && error.message === "timeout";
  return isSilent
    ? new ProbeError(`no answer within ${timeoutMs} ms`, "check firewalls between here and there")
    : new ProbeError(
        isSystemError(error) ? reasonOf(error) : "the connection broke",
        "check the network, and proxies between here and there",
      );
}

// Checks that LINE or the loyalty platform, real or embedded, responds at its address.

/** @param address null if the embedded service takes any free port; `portVariable` would fix it. */
export async function reachable(
  address: string | null,
  { embedded, portVariable }: { embedded: boolean; portVariable: string },
  clock: Clock,
): Promise<Finding> {
  if (address === null) {
    return hint(
      "embedded, on any free port: can't be found from here",
      `set ${portVariable} to have it looked at`,
    );
  }
  try {
    await probe(address, clock);
    return ok(`answers at ${printable(address)}`);
  } catch (error) {
    if (!(error instanceof ProbeError)) throw error;
    if (embedded) return hint("embedded: starts with the bot", "npm start");
    return fault(`${printable(address)}: ${error.message}`, error.remedy);
  }
}

// Checks the difference between the clock of another server and ours.

/** A Date header counts whole seconds. */
const hintMs = 5000;
const faultMs = 60_000;

const ntpRemedy = "keep this machine's clock by NTP (timedatectl set-ntp true)";

/** @throws {ProbeError} */
export async function clockSkew(address: string, clock: Clock): Promise<Finding> {
  const { aheadMs } = await probe(address, clock);
  if (aheadMs === null || Number.isNaN(aheadMs)) return skipped("its answers have no date");
  return skewOf(aheadMs);
}

/** @param aheadMs their clock minus ours, in milliseconds. */
export function skewOf(aheadMs: number): Finding {
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  if (seconds * 1000 < hintMs) return ok("agrees with this machine's");
  const tells = `${seconds} s ${aheadMs > 0 ? "ahead of" : "behind"} this machine's`;
  return seconds * 1000 < faultMs ? hint(tells, ntpRemedy) : fault(tells, ntpRemedy);
}
