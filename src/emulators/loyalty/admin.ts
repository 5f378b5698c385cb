/** HTTP interface to the loyalty emulator's fault switches, for processes of the same machine only. */
import express, { type Express } from "express";
import { faultSchema, type Faults } from "./faults.ts";

const loopback = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * `GET /faults` lists, `POST /faults` adds, `DELETE /faults` clears. The caller must bind the app to a
 * loopback address. Requests of other origins or with another host name are answered with 403.
 */
export function createAdminApp(faults: Faults): Express {
  const app = express().disable("x-powered-by").set("trust proxy", "loopback");
  app.use((request, response, next) => {
    const origin = request.get("origin");
    const own = origin === undefined || origin === `http://${request.get("host")}`;
    if (loopback.has(hostName(request.get("host"))) && own) next();
    else response.status(403).json({ message: "only this machine may switch faults" });
  });
  app.use(express.json());
  app
    .route("/faults")
    .get((_, response) => void response.json(faults.list()))
    .post((request, response) => {
      const parsed = faultSchema.safeParse(request.body);
      if (parsed.success) faults.add(parsed.data);
      response
        .status(parsed.success ? 201 : 400)
        .json(parsed.success ? faults.list() : { errors: parsed.error.issues });
    })
    .delete((_, response) => {
      faults.clear();
      response.json(faults.list());
    });
  return app;
}

function hostName(host = ""): string {
  return host.replace(/:\d+$/, "").toLowerCase();
}
