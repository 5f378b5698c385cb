/** The stories on a loose platform, without those of staff, which run beside them. */
import { runStoriesOn } from "../../support/stories-on.ts";

runStoriesOn("loose", (story) => !story.startsWith("staff"));
