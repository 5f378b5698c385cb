/** Bodies of webhook requests, held until they are whole: a limit for each, and one for all that aren't whole yet. */
import type { IncomingMessage } from "node:http";

export interface BodyRefusal {
  status: 413 | 415 | 503;
  reason: string;
}

export interface Bodies {
  /**
   * Reads a request's body, just as it comes: the signature is made of its bytes.
   * Null when the client went away before its end.
   */
  read(request: IncomingMessage): Promise<Buffer | BodyRefusal | null>;
  /** Bytes that are held now. */
  readonly held: number;
}

/** LINE names no limit; its events are a few kilobytes each. */
const maxOfOne = 1_048_576;
const maxOfAll = 32 * 1_048_576;
/** What a piece takes in memory beside its bytes: a body may come in pieces of one byte. */
const pieceBytes = 256;

const tooLarge: BodyRefusal = { status: 413, reason: "request entity too large" };
const compressed: BodyRefusal = { status: 415, reason: "send it uncompressed" };
const tooMany: BodyRefusal = { status: 503, reason: "too much is being sent at once" };

/** A body that isn't whole. */
interface Upload {
  held: number;
  giveUp(): void;
}

export function createBodies(limits: { one?: number; all?: number } = {}): Bodies {
  const { one = maxOfOne, all = maxOfAll } = limits;
  const uploads = new Set<Upload>();
  let held = 0;

  /** The largest goes first: whoever fills the memory, and not whoever comes last. */
  function makeRoom(): void {
    while (held > all) {
      let largest: Upload | null = null;
      for (const upload of uploads) {
        if (upload.held > (largest?.held ?? 0)) largest = upload;
      }
      largest?.giveUp();
    }
  }

  function receive(request: IncomingMessage): Promise<Buffer | BodyRefusal | null> {
    const { promise, resolve } = Promise.withResolvers<Buffer | BodyRefusal | null>();
    const upload: Upload = { held: 0, giveUp: () => end(tooMany) };
    let chunks: Buffer[] = [];
    let length = 0;
    uploads.add(upload);

    function end(outcome: Buffer | BodyRefusal | null): void {
      if (!uploads.delete(upload)) return;
      held -= upload.held;
      chunks = [];
      resolve(outcome);
    }

    request.on("data", (chunk: Buffer) => {
      // What comes after a refusal is thrown away.
      if (!uploads.has(upload)) return;
      length += chunk.length;
      if (length > one) {
        end(tooLarge);
        return;
      }
      chunks.push(chunk);
      upload.held += chunk.length + pieceBytes;
      held += chunk.length + pieceBytes;
      makeRoom();
    });
    request.on("end", () => end(Buffer.concat(chunks)));
    request.on("close", () => end(null));
    return promise;
  }

  return {
    async read(request) {
      const { "content-length": length = "0", "content-encoding": encoding } = request.headers;
      if (encoding !== undefined) return compressed;
      return Number(length) > one ? tooLarge : receive(request);
    },
    get held() {
      return held;
    },
  };
}
