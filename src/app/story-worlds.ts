/** Opens the worlds of stories, all with one configuration: the business's or the demo's, with nothing real in it. */
import type { Config } from "../config/config.ts";
import { giveWay } from "../give-way.ts";
import type { OpenStoryWorld } from "../studio/stories/story-world.ts";
import { storySettings } from "./story-settings.ts";

/**
 * Loads them with the first story, in slices: the emulators are 60 modules that a bot with real services can do without.
 * @param config the business's settings are kept; whatever is real is replaced.
 */
export function storyWorlds(config: Config): OpenStoryWorld {
  const own: Config = {
    ...storySettings(config),
    host: "127.0.0.1",
    port: 0,
    publicUrl: null,
    line: { kind: "embedded", port: 0 },
    devLine: null,
    connect: { kind: "embedded", port: 0 },
    connectApi: "v1",
    memberLookup: null,
    ledgerDays: null,
    ownerLineIds: [],
    wordsDir: null,
    studio: false,
  };
  return async (options) => {
    await import("../emulators/line/index.ts");
    await giveWay();
    await import("../emulators/loyalty/operations.ts");
    await giveWay();
    await import("../emulators/loyalty/index.ts");
    await giveWay();
    const { openStoryWorld } = await import("./story-world.ts");
    return openStoryWorld(own, options);
  };
}
