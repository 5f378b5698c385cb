/** Keeps other sites out of the studio: only its own page may talk to it. */
import type { RequestHandler } from "express";
import helmet from "helmet";
import { isProxied } from "../../config/client-address.ts";

const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;
/** A name can be bent towards this machine, a number can't. */
const address = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:]+\])(?::\d{1,5})?$/i;

/**
 * Refuses a foreign `Host` (a name that was bent towards this machine), and every write that
 * another origin's page started or that a plain form could send.
 * @param hosts names beside loopback ones, with their ports if those aren't the usual ones; where
 * there is one, plain IP addresses are fine, too.
 */
export function sameOriginOnly(hosts: readonly string[]): RequestHandler {
  const known = new Set(hosts.map((host) => host.toLowerCase()));
  const isOurs = (host: string) =>
    loopback.test(host) ||
    (known.size > 0 && (known.has(host.toLowerCase()) || address.test(host)));
  return (request, response, next) => {
    const { host = "", origin } = request.headers;
    const site = request.headers["sec-fetch-site"];
    if (!isOurs(host)) {
      response.status(403).json({ message: "the studio answers at its own address only" });
    } else if (request.method === "GET" || request.method === "HEAD") {
      next();
    } else if (!isOrigin(origin, host) || (site !== undefined && site !== "same-origin")) {
      response.status(403).json({ message: "only the studio's own page may do that" });
    } else if (!request.is(["application/json", "image/png", "image/jpeg"])) {
      response.status(415).json({ message: "send application/json, or a photo" });
    } else {
      next();
    }
  };
}

/**
 * For a studio without a password, which is for this machine alone: refuses what a proxy or tunnel passes on, also one
 * that writes a `Host` of this machine.
 */
export const directOnly: RequestHandler = (request, response, next) => {
  if (!isProxied(request.headers)) next();
  else {
    const message = "without STUDIO_PASSWORD the studio takes nothing from a proxy or tunnel";
    response.status(403).json({ message });
  }
};

/** Behind a proxy the page is at https while we are asked by http. */
const isOrigin = (origin: string | undefined, host: string) =>
  origin === `http://${host}` || origin === `https://${host}`;

const ownPictures = ["'self'", "https:", "http://127.0.0.1:*", "http://localhost:*"];

/** The headers: no inline script or style, nothing foreign but the pictures that messages show. */
export const headers: RequestHandler = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      "default-src": ["'none'"],
      "script-src": ["'self'"],
      "style-src": ["'self'"],
      "connect-src": ["'self'"],
      // `data:`: what the page draws itself before it becomes a picture to copy.
      "img-src": [...ownPictures, "data:"],
      "media-src": ownPictures,
      "base-uri": ["'none'"],
      "form-action": ["'none'"],
      "frame-ancestors": ["'none'"],
      "require-trusted-types-for": ["'script'"],
      "trusted-types": ["'none'"],
    },
  },
  strictTransportSecurity: false,
  xFrameOptions: { action: "deny" },
});
