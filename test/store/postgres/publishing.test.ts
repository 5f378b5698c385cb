/** Texts that are published in the studio of one replica are read by the members of another within 5 seconds. */
import { expect, test } from "vitest";
import type { PublishingOverview } from "../../../src/studio/server/draft-types.ts";
import { takeDatabase } from "../../support/postgres.ts";
import { studioOf } from "../../support/studio.ts";
import { until } from "../../support/until.ts";
import { stringsOf } from "../../support/views.ts";
import { createWorld, type World } from "../../support/world.ts";

/** The longest time until members get what was published. */
const takenSeconds = 5;
/** Second by second: a lease that isn't renewed for three of them is lost, and its renewal takes real time. */
async function takenTime({ bot, advanceTime }: World): Promise<void> {
  for (let second = 0; second < takenSeconds; second++) {
    await advanceTime(1000);
    await until(async () => (await fetch(`${bot.origin}/readyz`)).ok, "the lease's renewal");
  }
}
const points = async (world: World) => stringsOf(await world.sendText("olivia", "points"));
const statusOf = async (world: World, path: string, body: object) =>
  (await studioOf(world).call(path, body)).status;

test("what one replica's studio publishes or undoes, the other's members read within 5 seconds", async () => {
  await using database = await takeDatabase();
  await using one = await createWorld({ DATABASE_URL: database.url });
  await using other = await createWorld({ DATABASE_URL: database.url });
  /** The next event of the chat is processed by the replica that gets it: no lane is held for the former one. */
  const chatIsFree = () =>
    until(async () => (await database.query("select from lanes")).length === 0, "the lane's end");
  // Twice: the first reply of a lookup isn't cached.
  for (let times = 0; times < 2; times++) {
    expect(await points(other)).not.toContain("Petal number");
    await chatIsFree();
  }
  const draft = { language: "en", key: "balance.number", text: "Petal number" };
  expect(await statusOf(one, "catalogues", draft)).toBe(200);
  const overview = (await (await studioOf(one).call("drafts")).json()) as PublishingOverview;
  const seen = { version: overview.drafts[0]?.version, publication: 0 };
  expect(await statusOf(one, "drafts/operator", { do: "publish", seen })).toBe(200);
  expect(await points(one), "at once").toContain("Petal number");
  await chatIsFree();
  await takenTime(other);
  expect(await points(other), "the cached reply has the old text").toContain("Petal number");

  expect(await statusOf(other, "publications/undo", { publication: 1 })).toBe(200);
  expect(await points(other), "at once").not.toContain("Petal number");
  await chatIsFree();
  await takenTime(one);
  expect(await points(one)).not.toContain("Petal number");
});
