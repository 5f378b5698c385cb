/** Preloaded into a bot: it is killed in the upgrade of its store, when all but the last statement is done. */
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";

const killAt = (isLast: boolean) => isLast && process.kill(process.pid, "SIGKILL");

const exec = Reflect.get(DatabaseSync.prototype, "exec");
DatabaseSync.prototype.exec = function (this: DatabaseSync, sql) {
  killAt(/^pragma user_version = \d+; commit$/.test(sql));
  exec.call(this, sql);
};

type Query = (this: Client, query: string | { text: string }, ...rest: unknown[]) => unknown;
const query = Reflect.get(Client.prototype, "query") as Query;
const killing: Query = function (this: Client, sent, ...rest) {
  killAt(
    (typeof sent === "string" ? sent : sent.text).startsWith("update schema_info set version"),
  );
  return query.call(this, sent, ...rest);
};
Reflect.set(Client.prototype, "query", killing);
