/** The rich menus in the gallery: as they are with the draft's words, their images painted when somebody looks. */
import { Router } from "express";
import type { Messages } from "../../bot/i18n/translate.ts";
import type { PreviewContext } from "./preview-context.ts";
import type { RichMenuSample } from "./api-types.ts";

export interface RichMenuRenderer {
  /** Every menu, with its image as SVG; another one has another id. */
  draw(messages: Messages): (Omit<RichMenuSample, "edited"> & { drawing: string })[];
  /** A PNG for each drawing, in a page's size. */
  paint(drawings: readonly string[]): Promise<Uint8Array[]>;
  /** An image of LINE's size as a PNG in a page's size. */
  scaleDown(image: Uint8Array): Promise<Uint8Array>;
}

/** What a change of every menu's words leaves in memory, a few times over. */
const maxImages = 60;

export function richMenuRoutes(context: PreviewContext, menus: RichMenuRenderer) {
  const router = Router({ strict: true });
  const images = new Map<string, Uint8Array>();
  let painting: Promise<void> = Promise.resolve();

  function current() {
    const { published, messagesOf } = context;
    const draft = context.draft();
    const now = menus.draw(messagesOf(published));
    const next = draft ? menus.draw(messagesOf(draft.catalogues)) : now;
    const kept = new Set(now.map(({ id }) => id));
    return next.map((menu) => ({ ...menu, edited: !kept.has(menu.id) }));
  }

  /** All that lack their image, in one go: the painter takes longer to come than to paint. */
  async function paintAll(): Promise<void> {
    const lacking = current().filter(({ id }) => !images.has(id));
    const painted = await menus.paint(lacking.map(({ drawing: svg }) => svg));
    for (const [index, { id }] of lacking.entries()) {
      const image = painted[index];
      if (image) images.set(id, image);
    }
    for (const id of [...images.keys()].slice(0, -maxImages)) images.delete(id);
  }

  async function imageOf(id: string): Promise<Uint8Array | undefined> {
    if (!images.has(id)) {
      painting = painting.then(() => (images.has(id) ? undefined : paintAll()));
      const mine = painting;
      painting = mine.catch(() => {});
      await mine;
    }
    return images.get(id);
  }

  router.get("/gallery/menus", (_request, response) => {
    const shown = current().map(({ drawing: _svg, ...menu }) => menu satisfies RichMenuSample);
    response.json({ menus: shown });
  });
  router.get("/gallery/menus/:id", async (request, response, next) => {
    const image = await imageOf(request.params.id);
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
