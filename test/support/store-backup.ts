/** Backs up and restores the store of a world, while its bot is stopped. */
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { restoreStore } from "../../src/store/sqlite/restore.ts";
import type { World } from "./world.ts";

const backupOf = ({ storeFile }: World) => `${storeFile}.copy`;

export async function backUp(world: World): Promise<void> {
  using file = new DatabaseSync(world.storeFile);
  file.prepare("vacuum into ?").run(backupOf(world));
}

export const restoreBackup = (world: World) =>
  restoreStore(dirname(world.storeFile), backupOf(world), world.clock);
