/** The rich menus in the gallery with the draft's texts; their images are rendered when they are requested. */
import { Router, type Request } from "express";
import type { Messages } from "../../bot/i18n/translate.ts";
import { giveWay } from "../../give-way.ts";
import { createKept } from "./kept.ts";
import type { PreviewContext, PreviewedDraft } from "./preview-context.ts";
import type { RichMenuSample } from "./api-types.ts";

export interface RichMenuRenderer {
  /** Every menu, with its image as SVG; another one has another id. */
  menus(messages: Messages): (Omit<RichMenuSample, "edited"> & { drawing: string })[];
  /** A PNG for each drawing, in a page's size. */
  render(drawings: readonly string[]): Promise<Uint8Array[]>;
  /** An image of LINE's size as a PNG in a page's size. */
  scaleDown(image: Uint8Array): Promise<Uint8Array>;
}

/** Enough for a few changes of every menu's texts. */
const maxImages = 60;
/** Sets of texts whose menus are kept, drawn. */
const maxSets = 4;

/** Images by id, which names the content: rendered once per process, for every studio in it. */
const images = new Map<string, Uint8Array>();

/** @param draftOf the draft of whoever asks; null = they have none. */
export function richMenuRoutes(
  context: PreviewContext,
  renderer: RichMenuRenderer,
  draftOf: (request: Request) => Promise<PreviewedDraft | null>,
) {
  const router = Router({ strict: true });
  let rendering: Promise<void> = Promise.resolve();

  const drawings = createKept<ReturnType<RichMenuRenderer["menus"]>>(maxSets);
  const drawn = (messages: Messages) =>
    drawings(messages.version, async () => {
      await giveWay();
      return renderer.menus(messages);
    });

  async function current(request: Request) {
    const { published, messagesOf, cataloguesOf } = context;
    const draft = await draftOf(request);
    const now = await drawn(messagesOf(published()));
    const next = draft ? await drawn(messagesOf(await cataloguesOf(draft))) : now;
    const kept = new Set(now.map(({ id }) => id));
    return next.map((menu) => ({ ...menu, edited: !kept.has(menu.id) }));
  }

  /** Renders all missing images at once: starting the process takes longer than rendering. */
  async function renderMissing(request: Request): Promise<void> {
    const missing = (await current(request)).filter(({ id }) => !images.has(id));
    const rendered = await renderer.render(missing.map(({ drawing: svg }) => svg));
    for (const [index, { id }] of missing.entries()) {
      const image = rendered[index];
      if (image) images.set(id, image);
    }
    for (const id of [...images.keys()].slice(0, -maxImages)) images.delete(id);
  }

  async function imageOf(request: Request, id: string): Promise<Uint8Array | undefined> {
    if (!images.has(id)) {
      rendering = rendering.then(() => (images.has(id) ? undefined : renderMissing(request)));
      const own = rendering;
      rendering = own.catch(() => {});
      await own;
    }
    return images.get(id);
  }

  router.get("/gallery/menus", async (request, response) => {
    const shown = (await current(request)).map(
      ({ drawing: _svg, ...menu }) => menu satisfies RichMenuSample,
    );
    response.json({ menus: shown });
  });
  router.get("/gallery/menus/:id", async (request, response, next) => {
    const image = await imageOf(request, request.params.id);
    if (!image) {
      next();
      return;
    }
    // Another image comes with another id.
    response.set("cache-control", "private, max-age=86400, immutable");
    response.type("image/png").end(image);
  });
  return router;
}
