/** The addresses of the stories: listed, written, played, accepted, and compared with a draft of texts. */
import express, { Router, type ErrorRequestHandler, type Request, type Response } from "express";
import { z } from "zod";
import { overridesIn } from "../../bot/i18n/published-overrides.ts";
import { languages } from "../../config/environment-schema.ts";
import { reasonOf } from "../../errors.ts";
import type { Log } from "../../observability/log.ts";
import { storyLanguages } from "../stories/play-story.ts";
import { storedPictures } from "../stories/stable-messages.ts";
import type { Stories } from "../stories/stories.ts";
import { addStory } from "../stories/add-story.ts";
import { parseStory } from "../stories/parse-story.ts";
import { faultLine } from "../stories/story-files.ts";
import { storyOfChat, type ChatSource } from "../stories/write-story.ts";
import { giveWay } from "../../give-way.ts";
import { jsonInSlices } from "./json-in-slices.ts";
import { createLastRuns, type LastRuns } from "./last-runs.ts";
import type { PreviewContext, PreviewedDraft } from "./preview-context.ts";
import type { StoryFaults, StoryInfo, StoryList, StoryRun } from "./story-types.ts";
import { translateFor } from "./language.ts";

const json = express.json({ limit: "100kb" });
/** In characters, which people count, not in bytes. */
const maxLength = 50_000;
/** A story of the greatest length beside the one that it replaces, in any script, fits. */
const storyJson = express.json({ limit: "1mb" });
const played = z.object({
  name: z.string().max(100),
  language: z.enum(["own", ...languages]),
  /** What is played in place of the file's text. */
  text: z.string().optional(),
});
const checked = z.object({ text: z.string() });
const removed = z.object({ name: z.string().max(100) });
const compared = z.object({ author: z.string().max(100).optional() });
const written = z.union([
  /** `from`: what the file held when its editing began. */
  z.object({ name: z.string().max(100), text: z.string(), from: z.string() }),
  z.object({ name: z.undefined().optional(), text: z.string() }),
]);
const savedChat = z.object({
  account: z.string().max(50),
  chatId: z.string().max(50),
  title: z.string().trim().max(60).optional(),
  /** The id of the first item of the chat; from its beginning without it. */
  from: z.string().max(100).optional(),
});

interface StoryRouteOptions {
  stories: Stories;
  previews: PreviewContext;
  /** The texts of somebody's draft, or of one's own; null without one. */
  draftOf(request: Request, author?: string): Promise<PreviewedDraft | null>;
  chat: ChatSource | null;
  log: Log;
}

export function storyRoutes(options: StoryRouteOptions): Router {
  const router = Router({ strict: true });
  const lastRuns = createLastRuns();
  router.use(fileRoutes(options, lastRuns), runRoutes(options, lastRuns), compareRoutes(options));
  return router;
}

/** The list of stories, and how one is written by hand or from a chat. */
function fileRoutes(options: StoryRouteOptions, lastRuns: LastRuns): Router {
  const { stories, previews, draftOf, chat, log } = options;
  const router = Router({ strict: true });
  const { files } = stories;

  function save(response: Response, saveStory: () => string): void {
    try {
      response.json({ name: saveStory() });
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, "a story wasn't saved");
      const message = translateFor(response.req)("story.notWritten", { dir: stories.dir });
      response.status(422).json({ message });
    }
  }

  router.get("/stories", async (request, response) => {
    const t = translateFor(request);
    const list: StoryInfo[] = [];
    for (const name of files.names()) {
      await giveWay();
      list.push(files.info(name, t));
    }
    response.json({
      folder: stories.dir,
      languages: storyLanguages(previews.languages),
      hasDraft: (await draftOf(request)) !== null,
      stories: list,
    } satisfies StoryList);
  });
  router.post("/stories", storyJson, (request, response) => {
    const read = written.safeParse(request.body);
    if (!read.success) return malformed(response);
    const { data } = read;
    const { name, text } = data;
    if (Array.from(text).length > maxLength) return tooLong(response);
    if (name === undefined) return save(response, () => addStory(files, text));
    if (files.read(name)?.text !== data.from) {
      response.status(409).json({ message: translateFor(request)("story.changed") });
    } else save(response, () => files.save(name, text, true));
  });
  router.use("/stories", refuseLongBodies);
  router.post("/stories/delete", json, (request, response) => {
    const read = removed.safeParse(request.body);
    if (!read.success) return malformed(response);
    const { name } = read.data;
    try {
      lastRuns.delete(name);
      if (files.remove(name)) response.json({});
      else missing(response);
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, "a story wasn't deleted");
      const message = translateFor(request)("story.notDeleted", { dir: stories.dir });
      response.status(422).json({ message });
    }
  });
  router.post("/stories/check", storyJson, (request, response) => {
    const read = checked.safeParse(request.body);
    if (!read.success) return malformed(response);
    const { text } = read.data;
    if (Array.from(text).length > maxLength) return tooLong(response);
    const t = translateFor(request);
    const { faults } = parseStory(text, "");
    response.json({ faults: faults.map((one) => faultLine(t, one)) } satisfies StoryFaults);
  });
  router.post("/stories/from-chat", json, async (request, response) => {
    const read = savedChat.safeParse(request.body);
    const text = read.success && chat ? await storyOfChat(chat, read.data, stories.timeZone) : null;
    if (text === null) {
      response.status(422).json({ message: translateFor(request)("story.noChat") });
    } else save(response, () => addStory(files, text));
  });
  return router;
}

/** Plays a story with the published texts, and accepts the replies of its last run. */
function runRoutes({ stories, previews, log }: StoryRouteOptions, lastRuns: LastRuns): Router {
  const router = Router({ strict: true });
  router.post("/stories/run", storyJson, async (request, response) => {
    const read = played.safeParse(request.body);
    if (!read.success) return malformed(response);
    const { name, language, text } = read.data;
    if (text !== undefined && Array.from(text).length > maxLength) return tooLong(response);
    const stored = stories.files.read(name)?.text ?? "";
    const overrides = publishedIn(previews);
    const t = translateFor(request);
    const run = await stories.run(name, { language, overrides, text, t });
    if (!run) return missing(response);
    const whole = await jsonOfRun(run);
    lastRuns.set(text ?? stored, run, whole);
    sendWithPictures(response, stories, whole);
  });
  router.post("/stories/accept", json, (request, response) => {
    const read = played.safeParse(request.body);
    if (!read.success) return malformed(response);
    const { name, language } = read.data;
    const story = stories.files.read(name);
    if (!story) return missing(response);
    const run = lastRuns.find(name, language, story.text);
    if (!run) {
      response.status(409).json({ message: translateFor(request)("story.runFirst") });
      return;
    }
    if (run.outcome === "failed") {
      response.status(422).json({ message: translateFor(request)("story.untrue") });
      return;
    }
    try {
      if (stories.files.keep(run)) response.json({});
      else missing(response);
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, "replies of a story weren't kept");
      response
        .status(422)
        .json({ message: translateFor(request)("story.readOnly", { dir: stories.dir }) });
    }
  });
  return router;
}

/** What a draft of texts changes in the stories. */
function compareRoutes({ stories, previews, draftOf }: StoryRouteOptions): Router {
  const router = Router({ strict: true });
  router.post("/stories/compare", json, async (request, response) => {
    const read = compared.safeParse(request.body);
    const draft = read.success ? await draftOf(request, read.data.author) : null;
    if (!draft) {
      response.status(404).json({ message: translateFor(request)("story.noDraft") });
      return;
    }
    const drafted = overridesIn(await previews.cataloguesOf(draft));
    const changes = await stories.compare(publishedIn(previews), drafted, {
      t: translateFor(request),
    });
    const wholes: string[] = [];
    for (const { run, ...change } of changes) {
      wholes.push(withField(change, "run", await jsonOfRun(run)));
    }
    sendWithPictures(response, stories, `{"changes":[${wholes.join(",")}]}`);
  });
  return router;
}

const publishedIn = (previews: PreviewContext) => overridesIn(previews.published());

const jsonOfRun = async ({ steps, ...run }: StoryRun) =>
  withField(run, "steps", await jsonInSlices(steps));

/** The JSON of an object with one more field. */
const withField = (others: object, name: string, value: string) =>
  `${JSON.stringify(others).slice(0, -1)},"${name}":${value}}`;

/** Accepted replies name no address of this demo's pictures. */
function sendWithPictures(response: Response, { pictures }: Stories, text: string): void {
  response.type("json").send(pictures ? text.replaceAll(storedPictures, pictures) : text);
}

const malformed = (response: Response) =>
  void response.status(400).json({ message: translateFor(response.req)("malformed") });
const tooLong = (response: Response) =>
  void response.status(413).json({ message: translateFor(response.req)("story.tooLong") });
const refuseLongBodies: ErrorRequestHandler = (error, _request, response, next) =>
  error.type === "entity.too.large" ? tooLong(response) : next(error);
const missing = (response: Response) =>
  void response.status(404).json({ message: translateFor(response.req)("story.gone") });
