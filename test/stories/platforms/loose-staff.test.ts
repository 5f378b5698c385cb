/** The stories of staff on a loose platform. */
import { runStoriesOn } from "../../support/stories-on.ts";

runStoriesOn("loose", (story) => story.startsWith("staff"));
