/** Preloaded into a bot: SIGUSR2 makes its disk fail, which is reported on standard error. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { fdatasync } = fs;
let fails = false;
process.on("SIGUSR2", () => {
  fails = true;
  process.stderr.write("the disk fails from now on\n");
});
const failing = (file: number, callback: fs.NoParamCallback) => {
  if (fails) setImmediate(callback, new Error("EIO: i/o error, fdatasync"));
  else fdatasync(file, callback);
};
fs.fdatasync = Object.assign(failing, { __promisify__: fdatasync.__promisify__ });
syncBuiltinESMExports();
