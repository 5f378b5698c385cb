/**
 * Preloaded into a bot: halts it where the file HALTS says and reports that on standard error, so that it can be
 * killed there. The file has `before` or `after`, perhaps a number, and a part of the SQL of a write: the bot halts at
 * that many times it is written since then, once it is on the disk if after. Without the file it doesn't halt.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { DatabaseSync } from "node:sqlite";

const file = process.env["HALTS"] ?? "";
const { fdatasync } = fs;
// eslint-disable-next-line typescript/unbound-method
const { prepare } = DatabaseSync.prototype;
let read = "";
let left = 0;
let isWritten = false;

function halt(): void {
  fs.writeSync(2, "halted\n");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

/** @returns when to halt at this write, or null. */
function haltAt(sql: string): "before" | "after" | null {
  const text = fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "";
  const [, when, times = "1", part = ""] = /^(before|after) (?:(\d+) )?(.+)$/.exec(text) ?? [];
  if (text !== read) left = Number(times);
  read = text;
  if (when === undefined || !sql.includes(part)) return null;
  left -= 1;
  return left === 0 ? (when as "before" | "after") : null;
}

DatabaseSync.prototype.prepare = function prepareWatched(text) {
  const statement = prepare.call(this, text);
  const run = statement.run.bind(statement) as (...values: unknown[]) => never;
  statement.run = (...values: unknown[]) => {
    const when = haltAt(text);
    if (when === "before") halt();
    isWritten ||= when === "after";
    return run(...values);
  };
  return statement;
};
const syncing = (descriptor: number, callback: fs.NoParamCallback) =>
  fdatasync(descriptor, (error) => {
    if (isWritten) halt();
    callback(error);
  });
fs.fdatasync = Object.assign(syncing, { __promisify__: fdatasync.__promisify__ });
syncBuiltinESMExports();
