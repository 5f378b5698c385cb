/**
 * Preloaded into a bot: halts it where HALTS says and reports that on standard error, so that it can be killed
 * there. HALTS is `before` or `after`, perhaps a number, and a part of the SQL of a write: the bot halts at that many
 * times it is written, once it is on the disk if after.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { DatabaseSync } from "node:sqlite";

const [, when = "", times = "1", sql = ""] =
  /^(before|after) (?:(\d+) )?(.+)$/.exec(process.env["HALTS"] ?? "") ?? [];
let left = Number(times);
const { fdatasync } = fs;
// eslint-disable-next-line typescript/unbound-method
const { prepare } = DatabaseSync.prototype;
let isWritten = false;

function halt(): void {
  fs.writeSync(2, "halted\n");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

DatabaseSync.prototype.prepare = function prepareWatched(text) {
  const statement = prepare.call(this, text);
  if (when !== "" && text.includes(sql)) {
    const run = statement.run.bind(statement) as (...values: unknown[]) => never;
    statement.run = (...values: unknown[]) => {
      left -= 1;
      if (when === "before" && left === 0) halt();
      isWritten ||= left === 0;
      return run(...values);
    };
  }
  return statement;
};
const syncing = (file: number, callback: fs.NoParamCallback) =>
  fdatasync(file, (error) => {
    if (isWritten) halt();
    callback(error);
  });
fs.fdatasync = Object.assign(syncing, { __promisify__: fdatasync.__promisify__ });
syncBuiltinESMExports();
