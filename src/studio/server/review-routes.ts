/** The addresses of reviewers' links: making and withdrawing them, and what a reviewer may read. */
import express, { Router, type Request, type RequestHandler } from "express";
import type { Editor } from "../../bot/i18n/drafts/draft-rules.ts";
import type { StudioInfo } from "./api-types.ts";
import type { SendGallery } from "./gallery.ts";
import type { PreviewContext } from "./preview-context.ts";
import type { ReviewLinks } from "./review-links.ts";
import { richMenuRoutes, type RichMenuRenderer } from "./rich-menu-previews.ts";
import { translateFor } from "./language.ts";

/** All that a reviewer may read: samples, which hold no member data. */
const sampleAddress = /^\/(?:replies|gallery\/menus(?:\/[\w-]{1,100})?)$/;

/** Whether a request for the page came by a reviewer's link. */
export const isReview = (request: Request): boolean => /\/review\/[^/]+$/.test(request.baseUrl);

/** For whoever is logged in. */
export function reviewLinkRoutes(links: ReviewLinks, editorOf: (request: Request) => Editor) {
  const router = Router({ strict: true });
  const json = express.json({ limit: "1kb" });
  router.post("/review-links", json, async (request, response) => {
    response.json(await links.create(editorOf(request).id));
  });
  router.post("/review-links/withdraw", json, async (request, response) => {
    await links.withdrawAll(editorOf(request).id);
    response.json({});
  });
  return router;
}

/**
 * The studio as a reviewer sees it, below `review/<token>/`: with the texts that members get, without drafts. The
 * page itself is served to everybody, and says when the link isn't valid.
 * @param options `page` serves the page's files; `inTurn` and `compressed` come before every other answer.
 */
export function reviewRoutes(
  links: ReviewLinks,
  options: {
    page: RequestHandler;
    inTurn: RequestHandler;
    compressed: RequestHandler;
    previews: PreviewContext;
    sendGallery: SendGallery;
    menus: RichMenuRenderer;
  },
) {
  const { page, inTurn, compressed, previews, sendGallery, menus } = options;
  const router = Router({ strict: true, mergeParams: true });
  const verify = (request: Request) => links.verify(String(request.params["token"]));

  router.get("/", (request, response, next) =>
    // Without the slash, the page's relative addresses would miss the link.
    request.originalUrl.split("?")[0] === request.baseUrl
      ? response.redirect(308, `${request.baseUrl}/`)
      : next(),
  );
  router.use(page, (_request, response, next) => {
    response.set("cache-control", "no-store");
    next();
  });
  router.get("/room", async (request, response) => {
    const until = await verify(request);
    const info = {
      open: until !== null,
      locked: false,
      chat: false,
      ownBot: true,
      stories: false,
      review: { until },
    };
    response.json(info satisfies StudioInfo);
  });
  router.use(async (request, response, next) => {
    if ((await verify(request)) === null) {
      response.status(401).json({ message: translateFor(request)("review.invalid") });
    } else if (request.method !== "GET" || !sampleAddress.test(request.path)) {
      response.status(403).json({ message: translateFor(request)("review.samplesOnly") });
    } else next();
  });
  router.use(inTurn, compressed);
  router.get("/replies", (request, response) => sendGallery(request, response, null, null));
  router.use(
    richMenuRoutes(previews, menus, async () => null),
    // Nothing is looked for in the rest of the studio.
    (request, response) =>
      void response.status(404).json({ message: translateFor(request)("notHere") }),
  );
  return router;
}
