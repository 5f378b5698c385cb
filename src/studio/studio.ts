/** The marketers' room: a page with a phone on it, and the few addresses that the page calls. */
import express, { type Router } from "express";
import type { Clock } from "../clock.ts";
import { reasonOf } from "../errors.ts";
import type { Log } from "../log.ts";
import { phoneAction } from "./action.ts";
import { createAssets } from "./assets.ts";
import { headers, sameOriginOnly } from "./guard.ts";
import { createLive } from "./live.ts";
import type { Phone } from "./phone.ts";

export interface Studio extends Disposable {
  /** To be mounted at a path of its own, such as `/studio`. */
  router: Router;
}

/** Disposing ends the open event streams, so that the HTTP server can close. */
export function createStudio({
  phone,
  clock,
  log,
}: {
  phone: Phone;
  clock: Clock;
  log: Log;
}): Studio {
  const live = createLive(phone, clock);
  const router = express.Router({ strict: true });
  router.use(headers, sameOriginOnly);

  router.get("/", (request, response, next) =>
    // Without the slash, the page's relative addresses would miss the studio.
    request.originalUrl.split("?")[0] === request.baseUrl
      ? response.redirect(308, `${request.baseUrl}/`)
      : next(),
  );
  router.use(createAssets());

  router.get("/people", (_request, response) => {
    response.set("cache-control", "no-store");
    response.json({ account: phone.account(), people: phone.people() });
  });
  router.get("/chats/:chatId", (request, response) => {
    response.set("cache-control", "no-store");
    response.json({ now: clock.now(), items: phone.chat(request.params.chatId) });
  });
  router.get("/live", (request, response) => live.open(request, response));

  router.post("/chats/:chatId/actions", express.json({ limit: "100kb" }), (request, response) => {
    const { chatId } = request.params;
    const action = phoneAction.safeParse(request.body);
    if (!action.success) {
      response.status(400).json({ message: action.error.issues[0]?.message ?? "malformed action" });
    } else if (!phone.people().some(({ userId }) => userId === chatId)) {
      response.status(404).json({ message: "nobody has that user id" });
    } else {
      phone.act(chatId, action.data).then(
        (delivery) => response.json(delivery),
        (error: unknown) => {
          log.error({ reason: reasonOf(error) }, "a phone's action failed");
          response.status(502).json({ message: "the phone couldn't do that" });
        },
      );
    }
  });

  return { router, [Symbol.dispose]: () => live[Symbol.dispose]() };
}
