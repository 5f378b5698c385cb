/** The stories of members and staff on a slow platform. */
import { runStoriesOn } from "../../support/stories-on.ts";

runStoriesOn("slow");
