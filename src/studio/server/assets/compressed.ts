/** Sends files in the form that the browser takes; each is compressed once for a process, and sent from that memory to all. */
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Request, Response } from "express";

/** @param type its media type, with a charset where it is a text. */
export interface File {
  type: string;
  body: Buffer;
  /** The forms that somebody has asked for. */
  compressed: Map<Encoding, Promise<Buffer>>;
}

/** In the order in which they are preferred. */
const encodings = ["br", "gzip"] as const;
type Encoding = (typeof encodings)[number];

const compress: Readonly<Record<Encoding, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (body) => promisify(gzip)(body, { level: 9 }),
};

export const fileOf = (type: string, text: string): File => ({
  type,
  body: Buffer.from(text),
  compressed: new Map(),
});

function inForm({ body, compressed }: File, encoding: Encoding): Promise<Buffer> {
  const known = compressed.get(encoding);
  if (known) return known;
  const made = compress[encoding](body);
  compressed.set(encoding, made);
  made.catch(() => compressed.delete(encoding));
  return made;
}

/** Sends a file whole, with the headers that are set already. */
export async function sendFile(request: Request, response: Response, file: File): Promise<void> {
  // One by one: of several, the library takes the one that the browser names first.
  const encoding = encodings.find((one) => request.acceptsEncodings(one) !== false);
  response.vary("Accept-Encoding").type(file.type);
  if (!encoding) {
    response.send(file.body);
    return;
  }
  const body = await inForm(file, encoding);
  response.set("content-encoding", encoding).send(body);
}
