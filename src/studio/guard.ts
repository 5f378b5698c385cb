/** Keeps other sites out of the studio: only this machine's own pages may talk to it. */
import type { RequestHandler } from "express";
import helmet from "helmet";

const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/**
 * Refuses a foreign `Host` (a name that was bent towards this machine), and every write that
 * another origin's page started or that a plain form could send.
 */
export const sameOriginOnly: RequestHandler = (request, response, next) => {
  const { host = "", origin } = request.headers;
  const site = request.headers["sec-fetch-site"];
  if (!loopback.test(host)) {
    response.status(403).json({ message: "the studio answers on this machine's own address only" });
  } else if (request.method === "GET" || request.method === "HEAD") {
    next();
  } else if (origin !== `http://${host}` || (site !== undefined && site !== "same-origin")) {
    response.status(403).json({ message: "only the studio's own page may do that" });
  } else if (!request.is("application/json")) {
    response.status(415).json({ message: "send application/json" });
  } else {
    next();
  }
};

const ownPictures = ["'self'", "https:", "http://127.0.0.1:*", "http://localhost:*"];

/** The headers: no inline script or style, nothing foreign but the pictures that messages show. */
export const headers: RequestHandler = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      "default-src": ["'none'"],
      "script-src": ["'self'"],
      "style-src": ["'self'"],
      "font-src": ["'self'"],
      "connect-src": ["'self'"],
      "img-src": ownPictures,
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
