/**
 * The studio: a page with a chat, an inspector, a gallery and the texts, and the addresses that the page calls. Of a
 * bot that isn't this one it has the chat and the inspector only.
 */
import { constants } from "node:zlib";
import compression from "compression";
import express, { type Request, type RequestHandler, type Router } from "express";
import type { Editor } from "../../bot/i18n/drafts/draft-rules.ts";
import type { Publishing } from "../../bot/i18n/drafts/publishing.ts";
import type { Clock } from "../../clock.ts";
import type { LineEmulator } from "../../emulators/line/index.ts";
import type { Log } from "../../observability/log.ts";
import { answerRoutes } from "./answer-routes.ts";
import { answersInTurn } from "./answers-in-turn.ts";
import { createAssets } from "./assets/assets.ts";
import { inspectorRoutes } from "./inspector-routes.ts";
import { chatRoutes } from "./chat-routes.ts";
import { clockRoutes, type DemoClock } from "./clock-routes.ts";
import {
  createPreviewContext,
  type PreviewContext,
  type PreviewOptions,
} from "./preview-context.ts";
import { directOnly, headers, sameOriginOnly } from "./same-origin.ts";
import { docsRoutes } from "./docs-routes.ts";
import { draftRoutes } from "./draft-routes.ts";
import { createEventStream } from "./event-stream.ts";
import { createLogin, noLogin, type Login, type LoginOptions } from "./login.ts";
import { createReviewLinks, type ReviewLinkOptions } from "./review-links.ts";
import { isReview, reviewLinkRoutes, reviewRoutes } from "./review-routes.ts";
import { richMenuRoutes, type RichMenuRenderer } from "./rich-menu-previews.ts";
import { createGallery, type SendGallery } from "./gallery.ts";
import { galleryRoutes } from "./gallery-routes.ts";
import type { Stories } from "../stories/stories.ts";
import { storyRoutes } from "./story-routes.ts";
import type { StudioInfo } from "./api-types.ts";
import { createTextPlaces } from "./text-places.ts";
import { statisticsRoutes, type StatisticsSource } from "./statistics-routes.ts";
import type { EventRecorder } from "./event-recorder.ts";
import { createLineSimulator } from "./line-simulator.ts";

export interface Studio extends Disposable {
  /** To be mounted at a path of its own, such as `/studio`. */
  router: Router;
}

/** What the chat needs; only where every person and every member is made up. */
export interface SimulatorAccess {
  line: LineEmulator;
  recorder: EventRecorder;
}

interface StudioOptions {
  /** Null where real people or real data are on the line: then there is no chat, and no member data. */
  chat: SimulatorAccess | null;
  /** Null where the bot isn't this one: then there is no gallery, and there are no texts. */
  samples: (PreviewOptions & { publishing: Publishing }) | null;
  /** Null where none are played. */
  stories: Stories | null;
  menus: RichMenuRenderer;
  /** Null where the bot isn't this one. */
  statistics: StatisticsSource | null;
  /** Null where nobody needs to log in, whoever reaches this machine. */
  login: Pick<LoginOptions, "password" | "passwordCounter" | "logIns" | "httpsHost"> | null;
  /** Signs and records the links of reviewers; null where there are no samples to review. */
  reviewLinks: ReviewLinkOptions | null;
  /** Names beside loopback ones that the studio may be reached by. */
  hosts?: readonly string[];
  /** Null where the date isn't the studio's to set. */
  demoClock: DemoClock | null;
  /** As the bot's; `wallClock` is never moved: log-ins last as long as they should. */
  clock: Clock;
  wallClock: Clock;
  /** Of the shop: an IANA time zone. */
  timeZone: string;
  log: Log;
}

/** With the usual window of 4 MB an answer in progress would take 1.4 MB, even a small one. */
const smallBrotli = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 16 },
};

/** Disposing ends the open event streams, so that the HTTP server can close. */
export function createStudio(options: StudioOptions): Studio {
  const { chat, samples, menus, hosts = [], demoClock, clock, wallClock, log } = options;
  const login = options.login ? createLogin({ ...options.login, clock: wallClock, log }) : noLogin;
  const isLocked = (options.login?.password ?? null) !== null;
  const assets = createAssets({
    firstCalls: (request) =>
      chat && !isReview(request) && login.editorOf(request) ? ["room", "people"] : ["room"],
    mayReadSource: (request) =>
      !isLocked || (!isReview(request) && login.editorOf(request) !== null),
    timeZone: options.timeZone,
    log,
  });
  const previews = samples && createPreviewContext(samples);
  const sendGallery = previews && createGallery(previews);
  const reviewLinks = options.reviewLinks && createReviewLinks(options.reviewLinks, wallClock);
  const simulator = chat && createSimulator(chat, login, options);

  const router = express.Router({ strict: true });
  const inTurn = answersInTurn();
  const compressed = compression({ brotli: smallBrotli });
  router.use(headers, sameOriginOnly(hosts));
  if (!isLocked) router.use(directOnly);
  router.get("/", (request, response, next) =>
    // Without the slash, the page's relative addresses would miss the studio.
    request.originalUrl.split("?")[0] === request.baseUrl
      ? response.redirect(308, `${request.baseUrl}/`)
      : next(),
  );
  if (reviewLinks && previews && sendGallery) {
    const review = { page: assets, inTurn, compressed, previews, sendGallery, menus };
    router.use("/review/:token", reviewRoutes(reviewLinks, review));
  }
  router.use(login.identify, assets);
  router.use((_request, response, next) => {
    response.set("cache-control", "no-store");
    next();
  });
  router.get("/room", (request, response) => {
    response.json(studioInfo(options, login.editorOf(request)));
  });
  // What comes after the login is for editors only.
  router.use(login.router, login.only);
  if (simulator) router.get("/live", simulator.live);
  router.use(inTurn, compressed);
  if (samples && previews && sendGallery) {
    const own = { samples, previews, sendGallery, editorOf: login.requireEditor };
    router.use(ownBotRoutes(options, own));
  }
  if (reviewLinks) router.use(reviewLinkRoutes(reviewLinks, login.requireEditor));
  router.use(docsRoutes());
  if (options.statistics) router.use(statisticsRoutes(options.statistics, login.editorOf, clock));
  if (demoClock) router.use(clockRoutes(demoClock));
  if (simulator) router.use(simulator.router);
  return { router, [Symbol.dispose]: () => simulator?.[Symbol.dispose]() };
}

/** What the page is told of the studio. @param editor who has logged in; null = nobody. */
function studioInfo(options: StudioOptions, editor: Editor | null): StudioInfo {
  const { chat, samples, stories, login, demoClock } = options;
  return {
    open: editor !== null,
    locked: (login?.password ?? null) !== null,
    chat: chat !== null,
    ownBot: samples !== null,
    stories: stories !== null,
    ...(editor && { editor }),
    ...(editor && demoClock && { clock: demoClock.state() }),
  };
}

interface OwnBot {
  samples: NonNullable<StudioOptions["samples"]>;
  previews: PreviewContext;
  sendGallery: SendGallery;
  editorOf(request: Request): Editor;
}

/** The gallery, the rich menus, the texts and the stories of this bot. */
function ownBotRoutes(options: StudioOptions, own: OwnBot): Router {
  const { samples, previews, sendGallery, editorOf } = own;
  const { menus, stories, chat, clock, log } = options;
  const { publishing } = samples;
  const places = createTextPlaces(previews, menus);
  const draftOf = (request: Request, author = editorOf(request).id) => publishing.draftOf(author);
  const router = express.Router({ strict: true });
  router.use(
    galleryRoutes({ previews, sendGallery, publishing, places, editorOf }),
    answerRoutes({ previews, publishing, editorOf }),
    richMenuRoutes(previews, menus, (request) => draftOf(request)),
    draftRoutes({ publishing, previews, places, editorOf, clock }),
  );
  if (stories) router.use(storyRoutes({ stories, previews, draftOf, chat, log }));
  return router;
}

/** The chats of the simulated LINE and what they set off. Disposing ends the open event streams. */
function createSimulator(
  { line, recorder }: SimulatorAccess,
  login: Login,
  { menus, demoClock, clock, log }: StudioOptions,
): Studio & { live: RequestHandler } {
  const simulator = createLineSimulator(line, (userId) => recorder.forget?.(userId));
  const sources = [simulator, recorder, ...(demoClock ? [demoClock] : [])];
  const live = createEventStream(sources, clock);
  const router = express.Router({ strict: true });
  router.use(chatRoutes({ simulator, menus, clock, log }), inspectorRoutes(recorder));
  login.watch(() => void live.recheck());
  return {
    router,
    live: (request, response) => live.open(request, response, () => login.isStillIn(request)),
    [Symbol.dispose]: () => live[Symbol.dispose](),
  };
}
