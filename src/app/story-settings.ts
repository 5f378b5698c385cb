/** Decides with which settings stories are played: the business's or the demo's. */
import { join, resolve } from "node:path";
import { type Config, readConfig, withDemoRules } from "../config/config.ts";

const demoStories = join(import.meta.dirname, "../../stories");

/**
 * The settings that stories are played with: the business's own, but for the demo's stories, whose replies were
 * accepted with none of a shop's.
 */
export const storySettings = (config: Config): Config =>
  resolve(config.storiesDir) === demoStories
    ? {
        ...withDemoRules(readConfig({}).config),
        storiesDir: config.storiesDir,
        wordsDir: config.wordsDir,
        answersDir: config.answersDir,
      }
    : config;
