/** Reads the message catalogues that members get: the built-in ones with the published overrides. */
import { settingsKeys } from "../../config/settings-keys.ts";
import type { Log } from "../../observability/log.ts";
import type { Settings } from "../../store/store.ts";
import { readDraft } from "./draft-folder.ts";
import { withPublished } from "./published-overrides.ts";
import type { Catalogues } from "./translate.ts";

/** Faulty overrides are logged and left out; faults of the draft folder are logged only. */
export async function readPublishedCatalogues(
  settings: Settings,
  draftDir: string | null,
  log: Log,
): Promise<Catalogues> {
  for (const fault of draftDir ? readDraft(draftDir).faults : []) {
    log.warn({ fault }, "draft translation cannot be published");
  }
  const { catalogues, faults } = withPublished(await settings.get(settingsKeys.publishedOverrides));
  for (const fault of faults) log.warn({ fault }, "published translation left out");
  return catalogues;
}
