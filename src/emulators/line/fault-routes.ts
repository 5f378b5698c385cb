/** The address by which programs of this machine switch the LINE emulator's faults. */
import express, { Router } from "express";
import { faultSchema, type Faults } from "./faults.ts";

/**
 * `GET /faults` lists all that are on, `POST /faults` adds one, `DELETE /faults` ends those that were added so: those
 * of the studio's switches stay. Mount it behind the check of the request's origin.
 */
export function faultRoutes(faults: Faults): Router {
  const added: (() => void)[] = [];
  const router = Router({ strict: true });
  router
    .route("/faults")
    .get((_request, response) => void response.json(faults.active))
    .post(express.json(), (request, response) => {
      const read = faultSchema.safeParse(request.body);
      if (read.success) added.push(faults.add(read.data));
      response
        .status(read.success ? 201 : 400)
        .json(read.success ? faults.active : { errors: read.error.issues });
    })
    .delete((_request, response) => {
      for (const end of added.splice(0)) end();
      response.json(faults.active);
    });
  return router;
}
