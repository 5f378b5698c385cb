/** fast-check with the tests' seed, which a failing property prints. */
import { configureGlobal } from "fast-check";
import { seed } from "./seed.ts";

configureGlobal({ seed });

export * from "fast-check";
