/**
 * Reads webhook request bodies into memory, with a limit per body and one for all unfinished bodies together,
 * which express.raw doesn't have. It is as fast (0.3 % of CPU per event, 2026-11-22).
 */
import type { IncomingMessage } from "node:http";

export interface BodyRefusal {
  status: 413 | 415 | 503;
  reason: string;
}

export interface Bodies {
  /**
   * Reads a request's body as raw bytes, over which the signature is computed.
   * @returns null when the client disconnected before the end.
   */
  read(request: IncomingMessage): Promise<Buffer | BodyRefusal | null>;
  /** Bytes of unfinished bodies held now, overhead included. */
  readonly held: number;
}

/** LINE documents no limit; its events are a few kilobytes each. */
const maxBodyBytes = 1_048_576;
const maxTotalBytes = 32 * 1_048_576;
/** Memory a chunk takes in addition to its bytes: a body may arrive in chunks of one byte. */
const chunkOverheadBytes = 256;

const tooLarge: BodyRefusal = { status: 413, reason: "request entity too large" };
const compressed: BodyRefusal = { status: 415, reason: "send it uncompressed" };
const tooMany: BodyRefusal = { status: 503, reason: "too much is being sent at once" };

/** A body that is still arriving. */
interface Upload {
  held: number;
  abort(): void;
}

export function createBodies(limits: { one?: number; all?: number } = {}): Bodies {
  const { one = maxBodyBytes, all = maxTotalBytes } = limits;
  const uploads = new Set<Upload>();
  let held = 0;

  /** Refuses the largest bodies first, not the newest, until the total is within its limit. */
  function evictLargest(): void {
    while (held > all) {
      let largest: Upload | null = null;
      for (const upload of uploads) {
        if (upload.held > (largest?.held ?? 0)) largest = upload;
      }
      largest?.abort();
    }
  }

  /** @param expected the length that its headers tell; NaN or 0 where they tell none. */
  function receive(
    request: IncomingMessage,
    expected: number,
  ): Promise<Buffer | BodyRefusal | null> {
    const { promise, resolve } = Promise.withResolvers<Buffer | BodyRefusal | null>();
    const upload: Upload = { held: 0, abort: () => end(tooMany) };
    let chunks: Buffer[] = [];
    let length = 0;
    let isEnded = false;

    function end(outcome: Buffer | BodyRefusal | null): void {
      if (isEnded) return;
      isEnded = true;
      uploads.delete(upload);
      held -= upload.held;
      chunks = [];
      resolve(outcome);
    }

    request.on("data", (chunk: Buffer) => {
      // Chunks that arrive after a refusal are discarded.
      if (isEnded) return;
      // Nearly all bodies come whole; holding those like the others takes 8 % more CPU for an event (2026-11-28).
      if (chunk.length === expected) {
        end(chunk);
        return;
      }
      length += chunk.length;
      if (length > one) {
        end(tooLarge);
        return;
      }
      chunks.push(chunk);
      uploads.add(upload);
      upload.held += chunk.length + chunkOverheadBytes;
      held += chunk.length + chunkOverheadBytes;
      evictLargest();
    });
    request.on("end", () => end(Buffer.concat(chunks)));
    request.on("close", () => end(null));
    return promise;
  }

  return {
    read(request) {
      const { "content-length": length = "0", "content-encoding": encoding } = request.headers;
      if (encoding !== undefined) return Promise.resolve(compressed);
      return Number(length) > one ? Promise.resolve(tooLarge) : receive(request, Number(length));
    },
    get held() {
      return held;
    },
  };
}
