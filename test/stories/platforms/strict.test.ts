/** The stories of members and staff on a strict platform. */
import { runStoriesOn } from "../../support/stories-on.ts";

runStoriesOn("strict");
