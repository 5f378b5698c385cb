/** The stories on a slow platform, without those of staff, which run beside them. */
import { runStoriesOn } from "../../support/stories-on.ts";

runStoriesOn("slow", (story) => !story.startsWith("staff"));
