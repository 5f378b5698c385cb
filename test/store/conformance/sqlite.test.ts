/** The SQLite store passes the conformance suite. */
import { createSqliteHome } from "./sqlite-home.ts";
import { describeStore } from "./suite.ts";

describeStore(createSqliteHome);
