/** A proxy that can change requests and responses, for what the emulators never send. */
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

export interface ProxiedRequest {
  method: string;
  /** The target; may be changed before the request is forwarded. */
  url: URL;
  authorization: string | undefined;
}

export interface ProxiedResponse {
  status: number;
  headers: Headers;
  body: string;
}

export interface ProxyHooks {
  before?(request: ProxiedRequest): void;
  after?(request: ProxiedRequest, answer: ProxiedResponse): void;
}

const certificates = join(import.meta.dirname, "certificates");
const pem = (file: string) => readFileSync(join(certificates, file));

/** The CA of the files in `certificates/`: made with openssl for tests, valid until 2120; its key no longer exists. */
export const authorityFile = join(certificates, "authority.pem");

/** `localhost` is valid until 2120, `expired` was until 2020, `elsewhere` is for another name. */
export type Certificate = "localhost" | "expired" | "elsewhere";

export interface Proxy extends AsyncDisposable {
  origin: string;
  port: number;
  hooks: ProxyHooks;
}

/** @param target an origin. @param certificate serves TLS at `localhost`. */
export async function createProxy(
  target: () => string,
  { certificate, hooks = {} }: { certificate?: Certificate; hooks?: ProxyHooks } = {},
): Promise<Proxy> {
  const forward = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "GET", headers } = request;
    const proxied: ProxiedRequest = {
      method,
      url: new URL(request.url ?? "/", target()),
      authorization: headers.authorization,
    };
    proxy.hooks.before?.(proxied);
    const forwardedHeaders = ["authorization", "content-type", "x-line-signature"].flatMap((name) =>
      typeof headers[name] === "string" ? [[name, headers[name]] as [string, string]] : [],
    );
    const body = Buffer.concat(chunks);
    const got = await fetch(proxied.url, {
      method,
      headers: forwardedHeaders,
      ...(body.length > 0 && { body: new Uint8Array(body) }),
      redirect: "manual",
    });
    const answer = { status: got.status, headers: got.headers, body: await got.text() };
    proxy.hooks.after?.(proxied, answer);
    const returnedHeaders = ["content-type", "date", "retry-after"].flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    response.sendDate = false;
    response.writeHead(answer.status, Object.fromEntries(returnedHeaders)).end(answer.body);
  };
  const listener: RequestListener = (request, response) => {
    forward(request, response).catch(() => response.destroy());
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
    hooks,
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return proxy;
}

/** An address of this machine where nothing listens. */
export async function silentOrigin(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return `http://127.0.0.1:${port}`;
}
