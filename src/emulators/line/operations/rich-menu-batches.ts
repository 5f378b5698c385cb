/** Operations that move users from one rich menu to another, many at once. */
import { z } from "zod";
import type { Clock } from "../../../clock.ts";
import type { Operation, RequestBody } from "../operation.ts";
import { errorResponse, ok } from "../responses.ts";
import type { ChannelRichMenus } from "../rich-menus.ts";
import { operation, type MenusOf } from "./rich-menu-operation.ts";

const batch = z.object({
  operations: z
    .array(
      z.discriminatedUnion("type", [
        z.object({ type: z.literal("link"), from: z.string(), to: z.string() }),
        z.object({ type: z.literal("unlink"), from: z.string() }),
        z.object({ type: z.literal("unlinkAll") }),
      ]),
    )
    .min(1)
    .max(1000),
});
/** The number of batches whose progress can be read. */
const maxBatches = 1000;

export function batchOperations(menusOf: MenusOf, clock: Clock): Operation[] {
  const batches = new Map<string, number>();
  return [
    operation(
      "post",
      "/v2/bot/richmenu/batch",
      (request) => {
        const menus = menusOf(request);
        const moves = parseMoves(request.body, menus);
        if (!moves) return errorResponse(400, "The operations are invalid");
        for (const { from, to } of moves) menus.move(from, to);
        batches.set(request.requestId, clock.now());
        const [oldest] = batches.keys();
        if (batches.size > maxBatches && oldest) batches.delete(oldest);
        return { status: 202, body: {} };
      },
      "json",
    ),
    operation("get", "/v2/bot/richmenu/progress/batch", ({ query }) => {
      const at = batches.get(query["requestId"] ?? "");
      if (at === undefined) return errorResponse(404, "The request id is unknown");
      const time = new Date(at).toISOString();
      return ok({ phase: "succeeded", acceptedTime: time, completedTime: time });
    }),
  ];
}

/** The moves of a batch; null if one is invalid. */
function parseMoves(
  body: RequestBody,
  menus: ChannelRichMenus,
): { from: string; to: string | null }[] | null {
  const { data } = batch.safeParse(body);
  if (!data) return null;
  const moves = data.operations.flatMap((one) => {
    if (one.type === "unlinkAll")
      return [...menus.menus.keys()].map((from) => ({ from, to: null }));
    return [{ from: one.from, to: one.type === "link" ? one.to : null }];
  });
  const areValid = moves.every(
    ({ from, to }) => menus.menus.has(from) && (to === null || menus.menus.get(to)?.image),
  );
  return areValid ? moves : null;
}
