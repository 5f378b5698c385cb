/** Which addresses are trusted as proxies, and which are one client. */
import { expect, test } from "vitest";
import {
  clientOf,
  isProxied,
  isProxyName,
  networksOf,
  proxiesOf,
} from "../../src/config/client-address.ts";

test.each([
  ["2001:db8:0:7::1", "2001:db8:0:7"],
  ["2001:DB8:0000:0007:ffff::1", "2001:db8:0:7"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
  ["1:2:3:4:5:6:7:8", "1:2:3:4"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["192.0.2.1", "192.0.2.1"],
  ["192.0.2.1:5123", "192.0.2.1"],
  ["[2001:db8:0:7::1]:5123", "2001:db8:0:7"],
  ["unknown", "unknown"],
  [undefined, ""],
])("the client at %s", (ip, client) => {
  expect(clientOf(ip)).toBe(client);
});

test("the networks around an address go from the widest to the client", () => {
  expect(networksOf("2001:db8:1:7::1")).toEqual({
    all: ["2001:db8", "2001:db8:1", "2001:db8:1:7"],
    customer: "2001:db8:1",
  });
  expect(networksOf("::ffff:192.0.2.1")).toEqual({
    all: ["192.0", "192.0.2", "192.0.2.1"],
    customer: "192.0.2.1",
  });
});

test("a list of proxies names addresses, networks and this machine", () => {
  const isProxy = proxiesOf(["loopback", "10.1.0.0/16", "192.0.2.1", "2001:db8:7::/48"]);
  const asked = [
    ["127.0.0.1", true],
    ["127.9.9.9", true],
    ["::1", true],
    ["::ffff:127.0.0.1", true],
    ["10.1.255.255", true],
    ["::ffff:10.1.2.3", true],
    ["10.2.0.0", false],
    ["192.0.2.1", true],
    ["192.0.2.2", false],
    ["2001:db8:7:ffff::1", true],
    ["2001:db8:8::1", false],
    ["", false],
    ["localhost", false],
  ] as const;
  expect(asked.map(([address]) => [address, isProxy(address)])).toEqual(asked);
  expect(proxiesOf(["10.0.0.1"])("127.0.0.1")).toBe(false);
});

test.each([
  "localhost",
  "10.0.0.0/33",
  "10.0.0.0/0",
  "::/0",
  "2001:db8::/129",
  "10.0.0",
  "*",
  "1.2.3.4/8/8",
])("%s is no proxy", (name) => {
  expect(isProxyName(name)).toBe(false);
});

test("a request with any header of a proxy came through one", () => {
  expect(isProxied({ host: "localhost:3000" })).toBe(false);
  for (const name of ["x-forwarded-for", "x-forwarded-host", "forwarded", "via", "x-real-ip"]) {
    expect(isProxied({ host: "localhost:3000", [name]: "203.0.113.5" })).toBe(true);
  }
});
