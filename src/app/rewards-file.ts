/** Reads the file of reward prices. */
import type { Config } from "../config/config.ts";
import { rewardsFileSchema, type RewardsFile } from "../loyalty/reward-prices.ts";
import { readJsonFile } from "./json-file.ts";

/** Prices by the uuid of the coupon set. @throws {ConfigError} with the fault of the file. */
export const readRewardsFile = ({ rewardsFile: file }: Config): RewardsFile =>
  file === null ? {} : readJsonFile("REWARDS_FILE", file, rewardsFileSchema);
