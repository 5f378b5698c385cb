/** A story's bot with a folder of answers of the shop's own. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { callCommand } from "./operator.ts";
import { textOf } from "./views.ts";
import { createWorld, type World } from "./world.ts";

/** The longest time until members get what was published. */
export const takenMs = 5000;

export interface AnswersWorld extends AsyncDisposable {
  world: World;
  /** ANSWERS_DIR. */
  dir: string;
  /** Writes the file of an answer. @param answer a string is written as it is. */
  write(name: string, answer: unknown): void;
  /** Calls the command `answers`. */
  answers(...args: string[]): ReturnType<typeof callCommand>;
  /** Publishes files, and lets the running bot take them. */
  publish(files: Readonly<Record<string, unknown>>): Promise<void>;
  /** The text of the reply to somebody, Olivia unless given. */
  asks(text: string, label?: string): Promise<string>;
}

export const pets = {
  phrases: { en: ["pets", "Are dogs allowed"], th: ["สัตว์เลี้ยง"] },
  reply: { en: "Dogs are welcome, {name}.", th: "ยินดีต้อนรับสุนัขค่ะ คุณ{name}" },
};

export async function createAnswersWorld(): Promise<AnswersWorld> {
  const dir = mkdtempSync(join(tmpdir(), "answers-"));
  const world = await createWorld({ ANSWERS_DIR: dir });
  const write = (name: string, answer: unknown) =>
    writeFileSync(
      join(dir, `${name}.json`),
      typeof answer === "string" ? answer : JSON.stringify(answer),
    );
  const answers = (...args: string[]) =>
    callCommand(["answers", ...args], {
      cwd: dir,
      env: { DATA_DIR: dirname(world.storeFile), ANSWERS_DIR: dir },
    });
  return {
    world,
    dir,
    write,
    answers,
    async publish(files) {
      for (const [name, answer] of Object.entries(files)) write(name, answer);
      expect(await answers("publish")).toMatchObject({ code: 0, stderr: "" });
      await world.advanceTime(takenMs);
    },
    asks: async (text, label = "olivia") => textOf(await world.sendText(label, text)),
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      rmSync(dir, { recursive: true });
    },
  };
}
