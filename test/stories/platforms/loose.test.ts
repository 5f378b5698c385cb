/** The stories of members and staff on a loose platform. */
import { runStoriesOn } from "../../support/stories-on.ts";

runStoriesOn("loose");
