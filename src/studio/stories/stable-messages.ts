/** Makes the messages of two runs comparable: addresses and ids that are made anew each time become fixed ones. */
import type { Message } from "../../line/messages/message-types.ts";

/** Where the pictures of accepted replies are: an address to be replaced, as the platform's changes. */
export const storedPictures = "http://localhost/pictures/";

export interface Stabilizer {
  stable(messages: readonly Message[]): Message[];
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** @param platformOrigin from which the demo's pictures are served. */
export function createStabilizer(platformOrigin: string): Stabilizer {
  const ids = new Map<string, string>();
  const idFor = (found: string) => {
    const known =
      ids.get(found) ?? `00000000-0000-0000-0000-${String(ids.size + 1).padStart(12, "0")}`;
    ids.set(found, known);
    return known;
  };
  return {
    stable(messages) {
      const json = JSON.stringify(messages)
        .replaceAll(`${platformOrigin}/pictures/`, storedPictures)
        .replace(/http:\/\/127\.0\.0\.1:\d+\/images\/[\w-]+\.png/g, `${storedPictures}code.png`)
        .replace(uuid, idFor)
        .replace(/\/join [\w-]+/g, "/join CODE")
        .replace(/(?<=[?&]id=)[\w-]{12,}/g, "ID");
      return JSON.parse(json) as Message[];
    },
  };
}
