/** A pooler in transaction mode in front of the tests' Postgres: a session serves another connection after each transaction. */
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { inject } from "vitest";

export interface Pooler extends AsyncDisposable {
  /** Leads the same way as an address of the server itself, through the pooler. */
  url(direct: string): string;
}

interface Options {
  /** Whether named statements are prepared anew in a session that doesn't know them, as PgBouncer 1.21 does. */
  keepsStatements: boolean;
}

/** A session of the server. */
interface Session {
  socket: Socket;
  /** Statements that it knows by the names that the pooler gave them. */
  statements: Set<string>;
  /** For each statement on its way: whether the client is to see that it was parsed. */
  parsed: boolean[];
}

const message = (type: string, body: Buffer) => {
  const head = Buffer.alloc(5);
  head.write(type, "latin1");
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const text = (value: string) => Buffer.from(`${value}\0`);

/** Calls `take` with each whole message. @param headless whether the first one has no type. */
function eachMessage(
  socket: Socket,
  headless: boolean,
  take: (type: string, body: Buffer) => void,
) {
  let rest = Buffer.alloc(0);
  let isFirst = headless;
  socket.on("data", (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const start = isFirst ? 0 : 1;
      if (rest.length < start + 4) return;
      const end = start + rest.readInt32BE(start);
      if (rest.length < end) return;
      const type = isFirst ? "" : rest.toString("latin1", 0, 1);
      const body = rest.subarray(start + 4, end);
      rest = rest.subarray(end);
      isFirst = false;
      take(type, body);
    }
  });
}

/** Answers a connection without a session of the server. @param id of the connection. */
function welcome(client: Socket, id: number): void {
  const key = Buffer.alloc(8);
  key.writeInt32BE(id, 0);
  client.write(message("R", Buffer.alloc(4)));
  client.write(message("S", Buffer.concat([text("client_encoding"), text("UTF8")])));
  client.write(message("K", key));
  client.write(message("Z", Buffer.from("I")));
}

export async function startPooler({ keepsStatements }: Options): Promise<Pooler> {
  const idle: Session[] = [];
  const sockets = new Set<Socket>();
  /** The pooler's names of statements, by their SQL and types. */
  const names = new Map<string, string>();
  let clients = 0;

  const openSession = async (startup: Buffer): Promise<Session> => {
    const socket = connect(join(inject("postgresDir"), ".s.PGSQL.5432"));
    sockets.add(socket);
    socket.on("error", () => {});
    const session: Session = { socket, statements: new Set(), parsed: [] };
    const { promise, resolve } = Promise.withResolvers<void>();
    eachMessage(socket, false, (type, body) => {
      if (type === "Z") resolve();
      socket.emit("message", type, body);
    });
    const length = Buffer.alloc(4);
    length.writeInt32BE(startup.length + 4);
    socket.write(Buffer.concat([length, startup]));
    await promise;
    return session;
  };

  const server = createServer((client) => {
    sockets.add(client);
    client.on("error", () => {});
    const statements = new Map<string, { name: string; rest: Buffer }>();
    let startup: Buffer = Buffer.alloc(0);
    let session: Session | null = null;
    let queue = Promise.resolve();

    const fromServer = (type: string, body: Buffer) => {
      if (type === "1" && session?.parsed.shift() === false) return;
      client.write(message(type, body));
      if (type !== "Z") return;
      if (session) session.parsed = [];
      if (body.toString() !== "I" || !session) return;
      session.socket.off("message", fromServer);
      idle.push(session);
      session = null;
    };
    const prepare = (to: Session, name: string, rest: Buffer, isSeen: boolean) => {
      to.socket.write(message("P", Buffer.concat([text(name), rest])));
      to.statements.add(name);
      to.parsed.push(isSeen);
    };
    const forward = (to: Session, type: string, body: Buffer) => {
      const end = body.indexOf(0);
      const first = body.toString("utf8", 0, end);
      if (keepsStatements && type === "P" && first !== "") {
        const rest = Buffer.from(body.subarray(end + 1));
        const key = rest.toString("latin1");
        const name = names.get(key) ?? `pooled_${names.size}`;
        names.set(key, name);
        statements.set(first, { name, rest });
        if (to.statements.has(name)) client.write(message("1", Buffer.alloc(0)));
        else prepare(to, name, rest, true);
        return;
      }
      if (type === "P") to.parsed.push(true);
      const next = body.indexOf(0, end + 1);
      const known = type === "B" ? statements.get(body.toString("utf8", end + 1, next)) : undefined;
      if (!known) return void to.socket.write(message(type, body));
      if (!to.statements.has(known.name)) prepare(to, known.name, known.rest, false);
      const bound = [body.subarray(0, end + 1), text(known.name), body.subarray(next + 1)];
      to.socket.write(message("B", Buffer.concat(bound)));
    };
    eachMessage(client, true, (type, body) => {
      if (type === "X") return void client.end();
      const former = queue;
      queue = (async () => {
        await former;
        if (type === "") {
          startup = Buffer.from(body);
          welcome(client, (clients += 1));
          return;
        }
        if (!session) {
          session = idle.pop() ?? (await openSession(startup));
          session.socket.on("message", fromServer);
        }
        forward(session, type, body);
      })();
    });
    client.on("close", () => session?.socket.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  return {
    url: (direct) => `postgres://postgres@127.0.0.1:${port}${new URL(direct).pathname}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
