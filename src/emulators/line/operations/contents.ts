/** The operation that loads the content of a message. LINE serves it at an address of its own. */
import type { Contents } from "../contents.ts";
import type { Operation } from "../operation.ts";
import { notFound } from "../responses.ts";

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

export const contentOperations = ({ contents }: { readonly contents: Contents }): Operation[] => [
  {
    method: "get",
    path: "/v2/bot/message/:messageId/content",
    call: "content",
    handle({ params }) {
      const bytes = contents.get(params["messageId"] ?? "");
      if (!bytes) return notFound;
      const isPng = bytes.subarray(0, pngSignature.length).equals(pngSignature);
      return { status: 200, body: {}, image: { type: isPng ? "image/png" : "image/jpeg", bytes } };
    },
  },
];
