/** Serves the demo's pictures: drawings for campaigns, coupons and brands, and initials on a coloured background. */
import { join } from "node:path";
import express, { Router } from "express";

const folder = join(import.meta.dirname, "demo/pictures");

/** The path of a drawing in the demo's folder. */
export const drawingPath = (name: string): string => `/pictures/${name}.png`;

/** The URL of a drawing, whose path is stored: the port may be another one after a restart. */
export const pictureUrl = (image: string | null, origin: string): string | null =>
  image?.startsWith("/") ? origin + image : image;

/** The path of a picture. @param color six hex digits. */
export function logoPath(name: string, color: string): string {
  return `/pictures/${color}/${encodeURIComponent(initialOf(name))}.svg`;
}

function initialOf(name: string): string {
  const letter = name.normalize("NFC").match(/[\p{L}\p{N}]/u)?.[0] ?? "•";
  // A Thai vowel written before its consonant isn't a useful initial.
  return /[เ-ไ]/.test(letter) ? (name.match(/[ก-ฮ]/)?.[0] ?? letter) : letter;
}

export function pictureRoutes(): Router {
  const drawings = express.static(folder, { index: false, maxAge: "1d" });
  return Router()
    .use("/pictures", (_request, response, next) => {
      // A page may draw them into a picture of its own.
      response.set("access-control-allow-origin", "*");
      next();
    })
    .use("/pictures", drawings)
    .get("/pictures/:color/:initial.svg", (request, response) => {
      const { color, initial } = request.params;
      const known = /^[0-9a-f]{6}$/i.test(color) && /^[\p{L}\p{N}•]$/u.test(initial);
      if (!known) {
        response.sendStatus(404);
        return;
      }
      response.type("svg").set("cache-control", "public, max-age=86400").send(`\
<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 256 256">
  <rect width="256" height="256" fill="#${color}"/>
  <text x="128" y="132" fill="#fff" font-family="system-ui, sans-serif" font-size="120" text-anchor="middle" dominant-baseline="central">${initial}</text>
</svg>`);
    });
}
