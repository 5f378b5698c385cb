/** Commands of the demo in the environment of a shop: they take what is theirs, and nothing else changes or stops them. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { callCommand } from "../support/operator.ts";

const root = resolve(import.meta.dirname, "../..");
/** Everything here changes replies of a bot. */
const shop = {
  REGISTER_URL: "https://shop.example.com/join",
  CONTACT_URL: "tel:+6620000000",
  BUSINESS_NAME: "Another shop",
  BUSINESS_TIMEZONE: "Asia/Tokyo",
  BUSINESS_LANGUAGES: "ja",
  LIMIT_REDEEM_PER_MEMBER_DAY: "0",
};

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), "shop-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return dir;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

test("the demo's stories are played with the demo's settings", async () => {
  const env = { ...shop, DATA_DIR: folder(), STORIES_DIR: join(root, "stories") };
  const names = ["not-a-member-yet", "olivia-redeems"];
  const { code, stdout } = await callCommand(["stories", ...names], { cwd: root, env });
  expect(stdout).toContain("2 played, 0 failed, 0 changed");
  expect(code).toBe(0);
});

test("demo serve listens at EMBEDDED_CONNECT_PORT beside a real platform, whatever else is wrong", async () => {
  const dir = folder();
  const port = await freePort();
  const demo = spawn(process.execPath, [join(root, "src/cli.ts"), "demo", "serve"], {
    cwd: dir,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      DATA_DIR: dir,
      EMBEDDED_CONNECT_PORT: String(port),
      CONNECT_BASE_URL: "https://platform.example.com",
      LINE_CHANNEL_ACCESS_TOKEN: "a-token-without-its-secret",
      PORT: "no port",
    },
  });
  onTestFinished(() => void demo.kill("SIGKILL"));
  let output = "";
  let errors = "";
  demo.stderr.on("data", (text) => (errors += String(text)));
  demo.stdout.on("data", (text) => {
    output += String(text);
    if (output.includes("exchange token")) demo.kill("SIGTERM");
  });
  const [code] = (await once(demo, "close")) as [number];
  expect({ code, errors }).toMatchObject({ code: 0 });
  expect(output).toContain(`http://127.0.0.1:${port}/api`);
});

test("its own faults stop it, and are named", async () => {
  const env = { DATA_DIR: folder(), EMBEDDED_CONNECT_PORT: "x", PORT: "y" };
  const { code, stderr } = await callCommand(["demo", "serve"], { cwd: env.DATA_DIR, env });
  expect(code).toBe(1);
  expect(stderr).toContain("EMBEDDED_CONNECT_PORT: must be a port number");
  expect(stderr).not.toContain(" PORT:");
});
