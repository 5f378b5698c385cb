/** Somebody who has the studio open all day: looks at its views, plays stories, publishes texts and undoes that. */
import { setTimeout as pause } from "node:timers/promises";
import type { DraftView, PublishingOverview } from "../../../src/studio/server/draft-types.ts";
import type { StoryList } from "../../../src/studio/server/story-types.ts";
import type { BotProcesses } from "../../support/bot-process.ts";
import { studioOf } from "../../support/studio.ts";

const betweenMs = 2000;
const looks = ["room", "replies", "catalogues", "statistics", "statistics.csv", "drafts"] as const;

export function createStudioUser(bot: Pick<BotProcesses, "origin">, password: string) {
  const figures = { looks: 0, stories: 0, publications: 0 };
  const faults: string[] = [];

  /** @param day by which the texts differ. */
  async function run(day: number, isOver: () => boolean): Promise<void> {
    const studio = studioOf({ bot });
    // A log-in ends after some days.
    const cookie = await studio.logInByPassword(password);

    async function call<Answer>(path: string, body?: object): Promise<Answer | null> {
      const response = await studio.call(path, body, cookie);
      const text = await response.text();
      if (!response.ok) faults.push(`${path}: ${response.status} ${text.slice(0, 100)}`);
      return response.ok && text.startsWith("{") ? (JSON.parse(text) as Answer) : null;
    }

    async function publish(): Promise<void> {
      await call("catalogues", { language: "en", key: "balance.card", text: `Card of day ${day}` });
      const draft = await call<DraftView>("drafts/operator");
      if (!draft) return;
      const { version, publication } = draft;
      await call("drafts/operator", { do: "publish", seen: { version, publication } });
      figures.publications += 1;
      if (day % 2 > 0) return;
      const overview = await call<PublishingOverview>("drafts");
      await call("publications/undo", { publication: overview?.publications[0]?.id });
    }

    async function playStory(): Promise<void> {
      const list = await call<StoryList>("stories");
      const story = list?.stories[day % list.stories.length];
      if (!story) return;
      await call("stories/run", { name: story.name, language: "own" });
      figures.stories += 1;
    }

    await publish();
    await playStory();
    for (let look = 0; !isOver(); look += 1) {
      await call(looks[look % looks.length] ?? "room");
      figures.looks += 1;
      await pause(betweenMs);
    }
  }

  return { figures, faults, run };
}
