/** The cache of users' languages: what is read again, and what may not overwrite what was chosen meanwhile. */
import { expect, test } from "vitest";
import { createUserLanguages } from "../../../src/bot/i18n/user-language.ts";
import { manualClock } from "../../support/clock.ts";

const japanese = async () => "ja";

/** Users whose stored choice and whose phone's language are the test's. */
function createWorld({ chosenCacheMs }: { chosenCacheMs?: number } = {}) {
  const clock = manualClock();
  const stored: { language: string | null } = { language: null };
  let phone: () => Promise<string> = japanese;
  let calls = 0;
  const languages = createUserLanguages({
    account: "A",
    offered: ["en", "th", "ja"],
    lineUsers: {
      get: async () => ({ ...stored, following: true }),
      write: async () => {},
      known: async () => [],
    },
    phoneLanguage: () => {
      calls += 1;
      return phone();
    },
    clock,
    ...(chosenCacheMs !== undefined && { chosenCacheMs }),
    size: 9,
  });
  return {
    clock,
    languages,
    stored,
    answerAs: (answer: () => Promise<string>) => void (phone = answer),
    calls: () => calls,
  };
}

test("a phone's language isn't read again as often as a choice", async () => {
  const { languages, clock, stored, calls } = createWorld({ chosenCacheMs: 5000 });
  for (let round = 0; round < 5; round++) {
    expect(await languages.of("U1")).toBe("ja");
    clock.turn(5001);
  }
  expect(calls()).toBe(1);
  stored.language = "th";
  expect(await languages.of("U1")).toBe("th");
});

test("a phone's language is read again after an hour", async () => {
  const { languages, clock, calls } = createWorld({ chosenCacheMs: 5000 });
  for (let minute = 0; minute <= 61; minute++) {
    await languages.of("U1");
    clock.turn(60_000);
  }
  expect(calls()).toBe(2);
});

test("those who ask at once share a call to LINE", async () => {
  const { languages, calls } = createWorld();
  expect(await Promise.all([1, 2, 3].map(() => languages.of("U1")))).toEqual(["ja", "ja", "ja"]);
  expect(calls()).toBe(1);
});

test("a language chosen while the phone's is read stays", async () => {
  const { languages, answerAs } = createWorld();
  const answer = Promise.withResolvers<string>();
  answerAs(() => answer.promise);
  const reading = languages.of("U1");
  languages.choose("U1", "th");
  answer.resolve("ja");
  await reading;
  expect(await languages.of("U1")).toBe("th");
});

test("what was read before it was dropped isn't cached", async () => {
  const { languages, answerAs, calls } = createWorld();
  const answer = Promise.withResolvers<string>();
  answerAs(() => answer.promise);
  const reading = languages.of("U1");
  await Promise.resolve();
  languages.forget("U1");
  answer.resolve("ja");
  await reading;
  answerAs(async () => "th");
  expect(await languages.of("U1")).toBe("th");
  expect(calls()).toBe(2);
});

test("a failure of LINE is forgotten after a minute", async () => {
  const { languages, clock, answerAs } = createWorld();
  answerAs(() => Promise.reject(new Error("down")));
  expect(await languages.of("U1")).toBe("en");
  expect(await languages.known("U1")).toBeNull();
  answerAs(async () => "ja");
  clock.turn(61_000);
  expect(await languages.of("U1")).toBe("ja");
});
