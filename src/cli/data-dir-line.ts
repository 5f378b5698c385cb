/** Says in one line which folder a command reads and writes, and where that was set. */
import { resolve } from "node:path";
import { environment } from "../config/environment-schema.ts";
import { dataDirOf, type LoadedEnvironment } from "../config/load-environment.ts";

export function dataDirLine({ variables, file, fromFile }: LoadedEnvironment): string {
  const address = variables["DATABASE_URL"]?.trim();
  if (address) {
    const source = fromFile?.has("DATABASE_URL") ? file : "the environment";
    const { data } = environment.shape.DATABASE_URL.safeParse(address);
    // What is no address may show a part of a password.
    if (data === undefined) return `a database, DATABASE_URL set in ${source}`;
    const { pathname, host } = new URL(data);
    return `the database${pathname} at ${host}, DATABASE_URL set in ${source}`;
  }
  const given = variables["DATA_DIR"]?.trim();
  const folder = resolve(dataDirOf(variables));
  if (given) {
    const source = fromFile?.has("DATA_DIR") ? file : "the environment";
    return `DATA_DIR ${folder}, set in ${source}`;
  }
  const reason = fromFile ? `${file} doesn't set it` : `there is no ${file}`;
  return `DATA_DIR ${folder}, the default: ${reason}`;
}
