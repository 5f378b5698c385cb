/** Who writes, reviews and publishes texts. */
import type { DraftPerson } from "../../../store/drafts.ts";

/** The operator may do everything; `id` is a LINE user id, or `operator`. */
export interface Editor extends DraftPerson {
  role: "marketer" | "owner" | "operator";
}
