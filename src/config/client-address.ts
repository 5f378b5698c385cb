/** Which addresses are proxies whose word is believed, and what counts as one client. */
import { BlockList, isIP, isIPv6 } from "node:net";

/** Stands for this machine in a list of proxies. */
const loopback = "loopback";
const loopbackNetworks = ["127.0.0.0/8", "::1/128"];

/** Whether an address is one of a trusted proxy. */
export type IsProxy = (address: string) => boolean;

/** Without what a socket for both families puts before an IPv4 address. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, "");
const familyOf = (address: string) => (isIPv6(address) ? "ipv6" : "ipv4");

/** Whether a text is an address, a network such as `10.0.0.0/8`, or `loopback`. */
export function isProxyName(text: string): boolean {
  if (text === loopback) return true;
  const { address = "", bits } =
    /^(?<address>[^/]+)(?:\/(?<bits>\d{1,3}))?$/.exec(text)?.groups ?? {};
  const family = isIP(address);
  // A network of all addresses would believe everybody.
  return (
    family !== 0 &&
    (bits === undefined || (Number(bits) > 0 && Number(bits) <= (family === 6 ? 128 : 32)))
  );
}

/** @param names each one that `isProxyName` accepts. */
export function proxiesOf(names: readonly string[]): IsProxy {
  const list = new BlockList();
  for (const name of names.flatMap((one) => (one === loopback ? loopbackNetworks : one))) {
    const [address = "", bits] = name.split("/");
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return (given) => {
    const address = plain(given);
    return isIP(address) !== 0 && list.check(address, familyOf(address));
  };
}

/** The first groups of an IPv6 address, written out. */
function prefixOf(address: string, count: number): string {
  const [head = "", tail] = address.split("::");
  const first = head.split(":").filter(Boolean);
  const last = tail?.split(":").filter(Boolean) ?? [];
  const between = Array.from({ length: 8 - first.length - last.length }, () => "0");
  const groups = tail === undefined ? first : [...first, ...between, ...last];
  return groups
    .slice(0, count)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}

/** Some proxies write the port behind the address. */
const withoutPort = (hop: string) =>
  /^\[(?<v6>[^\]]+)\](?::\d+)?$/.exec(hop)?.groups?.["v6"] ??
  /^(?<v4>[\d.]+):\d+$/.exec(hop)?.groups?.["v4"] ??
  hop;

/** The client at an address: whoever has an IPv6 address has the 2^64 beside it, too. */
export function clientOf(ip = ""): string {
  const address = plain(withoutPort(ip));
  return isIPv6(address) ? prefixOf(address, 4) : address;
}

/**
 * The networks around an address, the widest first: of 32, 48 and 64 bits with IPv6, of 16, 24 and 32 with IPv4.
 * `customer` is the one that a single customer may have for the asking: 48 bits with IPv6, an address with IPv4.
 */
export function networksOf(ip = ""): { all: readonly string[]; customer: string } {
  const address = plain(withoutPort(ip));
  if (isIPv6(address)) {
    const customer = prefixOf(address, 3);
    return { all: [prefixOf(address, 2), customer, prefixOf(address, 4)], customer };
  }
  const [first = "", second = "", third = ""] = address.split(".");
  const wider = [`${first}.${second}`, `${first}.${second}.${third}`];
  return { all: [...wider, address], customer: address };
}

/** Headers that proxies and tunnels add: behind one on this machine every request comes from a loopback address. */
const proxyHeaders = [
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-forwarded-server",
  "x-original-host",
  "x-real-ip",
  "cf-connecting-ip",
  "true-client-ip",
];

/** Whether a request came through a proxy, by its headers. */
export const isProxied = (headers: Readonly<Record<string, unknown>>): boolean =>
  proxyHeaders.some((name) => headers[name] !== undefined);
