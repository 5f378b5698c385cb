/** A proxy that can bend what goes through it: an answer another way round than the embedded neighbours give it. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

export interface Bent {
  method: string;
  /** Where it goes; may be changed before it goes there. */
  url: URL;
  authorization: string | undefined;
}

export interface BentAnswer {
  status: number;
  headers: Headers;
  body: string;
}

export interface Bends {
  before?(request: Bent): void;
  after?(request: Bent, answer: BentAnswer): void;
}

const certificates = join(import.meta.dirname, "certificates");
const pem = (file: string) => readFileSync(join(certificates, file));

/** Vouches for what `certificates/` holds: made for tests with openssl, until 2120; its key is gone. */
export const authorityFile = join(certificates, "authority.pem");

/** `localhost` is sound until 2120; `expired` was until 2020; `elsewhere` is for another name. */
export type Certificate = "localhost" | "expired" | "elsewhere";

export interface Proxy extends AsyncDisposable {
  origin: string;
  port: number;
  bends: Bends;
}

/** @param target an origin. @param certificate makes it speak TLS, at `localhost`. */
export async function createProxy(
  target: () => string,
  { certificate, bends = {} }: { certificate?: Certificate; bends?: Bends } = {},
): Promise<Proxy> {
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "GET", headers } = request;
    const bent: Bent = {
      method,
      url: new URL(request.url ?? "/", target()),
      authorization: headers.authorization,
    };
    proxy.bends.before?.(bent);
    const passed = ["authorization", "content-type", "x-line-signature"].flatMap((name) =>
      typeof headers[name] === "string" ? [[name, headers[name]] as [string, string]] : [],
    );
    const body = Buffer.concat(chunks);
    const got = await fetch(bent.url, {
      method,
      headers: passed,
      ...(body.length > 0 && { body: new Uint8Array(body) }),
      redirect: "manual",
    });
    const answer = { status: got.status, headers: got.headers, body: await got.text() };
    proxy.bends.after?.(bent, answer);
    const kept = ["content-type", "date", "retry-after"].flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    response.sendDate = false;
    response.writeHead(answer.status, Object.fromEntries(kept)).end(answer.body);
  };
  const listener: RequestListener = (request, response) => {
    pass(request, response).catch(() => response.destroy());
  };
  const server = certificate
    ? createTlsServer({ key: pem("server.key"), cert: pem(`${certificate}.pem`) }, listener)
    : createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const proxy: Proxy = {
    origin: certificate ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
    port,
    bends,
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return proxy;
}

/** An address of this machine at which nothing listens. */
export async function silentOrigin(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return `http://127.0.0.1:${port}`;
}
