/** The addresses of the phones: who there is, what a chat shows, and what somebody does in it. */
import express, { Router, type ErrorRequestHandler, type Request, type Response } from "express";
import { z } from "zod";
import type { Clock } from "../../clock.ts";
import { reasonOf } from "../../errors.ts";
import type { Person } from "../../emulators/line/accounts.ts";
import type { Log } from "../../observability/log.ts";
import type { StudioTranslate } from "../i18n/message-keys.ts";
import { serverKeys } from "../i18n/server-keys.ts";
import type { UserAction } from "./chat-types.ts";
import { userAction } from "./user-action-schema.ts";
import type { LineSimulator } from "./line-simulator.ts";
import type { RichMenuRenderer } from "./rich-menu-previews.ts";
import { translateFor } from "./language.ts";

const json = express.json({ limit: "100kb" });
/** As phones make them smaller before they send them. */
const photoBody = express.raw({ type: ["image/png", "image/jpeg"], limit: "4mb" });
const refuseLargePhotos: ErrorRequestHandler = (error, _request, response, next) =>
  error.type === "entity.too.large"
    ? void response.status(413).json({ message: translateFor(response.req)("chat.tooLarge") })
    : next(error);
const isPng = (photo: Buffer) => photo.subarray(0, 4).equals(Buffer.from("\x89PNG", "latin1"));
const isJpeg = (photo: Buffer) => photo.subarray(0, 2).equals(Buffer.from("\xff\xd8", "latin1"));
const language = z.object({ language: z.string().regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/) });

interface ChatRoutesOptions {
  simulator: LineSimulator;
  menus: RichMenuRenderer;
  clock: Clock;
  log: Log;
}

type DemoKey = keyof typeof serverKeys & `demo.${string}`;

const isDemoKey = (key: string): key is DemoKey => Object.hasOwn(serverKeys, key);

/** The people of the demo are described in the reader's language, others as they are. */
function described(person: Person, t: StudioTranslate): Person {
  const key = `demo.${person.label}`;
  const kind = `demo.kind.${person.kind}`;
  if (!isDemoKey(key) || !isDemoKey(kind)) return person;
  return { ...person, note: t(key), kind: t(kind) };
}

export function chatRoutes({ simulator, menus, clock, log }: ChatRoutesOptions) {
  const router = Router({ strict: true });

  router.get("/people", (request, response) => {
    const t = translateFor(request);
    response.json({
      accounts: simulator.accounts(),
      people: simulator.people().map((person) => described(person, t)),
      groups: simulator.groups(),
    });
  });
  router.get("/chats/:account/:chatId", (request, response) => {
    response.json({ now: clock.now(), ...simulator.chat(request.params) });
  });

  router.get("/menus/:account/:chatId", (request, response) => {
    response.json({ menu: simulator.menu(request.params) });
  });
  router.get("/menus/:account/:id/image", async (request, response, next) => {
    const { account, id } = request.params;
    const image = simulator.menuImage(account, id);
    if (!image) return next();
    // Another image comes with another id.
    response.set("cache-control", "private, max-age=86400, immutable");
    response.type("image/png").end(await menus.scaleDown(image.bytes));
  });

  router.get("/codes", (_request, response) => void response.json({ codes: simulator.codes() }));
  router.get("/photos/:id", (request, response, next) => {
    const photo = simulator.photo(request.params.id);
    if (!photo) return next();
    response.type(isPng(photo) ? "png" : "jpeg").end(photo);
  });

  async function perform(
    request: Request<{ account: string; chatId: string }>,
    response: Response,
    action: UserAction,
    photo?: Buffer,
  ): Promise<void> {
    const { account, chatId } = request.params;
    const userId = typeof request.query["as"] === "string" ? request.query["as"] : chatId;
    if (!isThere(simulator, account, chatId, userId)) {
      response.status(404).json({ message: translateFor(request)("chat.nobody") });
      return;
    }
    try {
      response.json(await simulator.act({ account, chatId }, userId, action, photo));
    } catch (error) {
      log.error({ reason: reasonOf(error) }, "user action failed");
      response.status(502).json({ message: translateFor(request)("chat.impossible") });
    }
  }
  router.post("/chats/:account/:chatId/actions", json, async (request, response) => {
    const action = userAction.safeParse(request.body);
    if (action.success) await perform(request, response, action.data);
    else response.status(400).json({ message: translateFor(request)("malformed") });
  });
  router.post("/chats/:account/:chatId/photos", photoBody, async (request, response) => {
    const photo: unknown = request.body;
    if (photo instanceof Buffer && (isPng(photo) || isJpeg(photo))) {
      await perform(request, response, { type: "image" }, photo);
    } else response.status(415).json({ message: translateFor(request)("chat.picture.form") });
  });
  router.use("/chats", refuseLargePhotos);
  router.post("/people/:userId/language", json, (request, response) => {
    const read = language.safeParse(request.body);
    if (!read.success) {
      response.status(400).json({ message: translateFor(request)("malformed") });
      return;
    }
    simulator.setLanguage(request.params.userId, read.data.language);
    response.json({});
  });
  return router;
}

function isThere(
  simulator: LineSimulator,
  account: string,
  chatId: string,
  userId: string,
): boolean {
  if (!simulator.accounts().some(({ id }) => id === account)) return false;
  if (!simulator.people().some((person) => person.userId === userId)) return false;
  return chatId === userId || simulator.groups().some((group) => group.chatId === chatId);
}
