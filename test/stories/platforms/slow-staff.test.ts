/** The stories of staff on a slow platform. */
import { runStoriesOn } from "../../support/stories-on.ts";

runStoriesOn("slow", (story) => story.startsWith("staff"));
