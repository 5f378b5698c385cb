/** What the doctor says of a shop that has connections, and nobody and nothing beside them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPatient, examine, type Patient } from "./doctor-world.ts";

let patient: Patient;
beforeAll(async () => {
  patient = await createPatient();
});
afterAll(() => patient[Symbol.asyncDispose]());

test("nobody is an owner, no rich menu is made, and no address is set: each is a hint with its remedy", async () => {
  const { STAFF_OWNER_LINE_IDS: _owners, ...env } = patient.env;
  const report = await examine({ ...env, REGISTER_URL: "", CONTACT_URL: "" });
  expect(report.of("people", "owner")).toMatchObject({
    status: "hint",
    remedy: expect.stringContaining("STAFF_OWNER_LINE_IDS"),
  });
  expect(report.of("people", "REGISTER_URL").status).toBe("hint");
  expect(report.of("people", "CONTACT_URL").status).toBe("hint");
  expect(report.of("LINE", "rich menus")).toMatchObject({
    status: "hint",
    remedy: "npm run cli -- rich-menu",
  });
  expect(report.code).toBe(0);
});

test("menus of an older version are named, with what to do", async () => {
  const { line } = patient.bot;
  const menus = line.richMenus.ofChannel(line.accounts.channel().id);
  menus.setAlias("loyalty-staff-th", "an-old-menu");
  const report = await examine(patient.env);
  expect(report.of("LINE", "rich menus")).toMatchObject({
    status: "hint",
    remedy: "npm run cli -- rich-menu",
  });
  menus.removeAlias("loyalty-staff-th");
});

test("with all of them there is nothing to say", async () => {
  const { line } = patient.bot;
  line.richMenus.ofChannel(line.accounts.channel().id).setAlias("loyalty-member-th", "a-menu");
  const report = await examine({
    ...patient.env,
    STAFF_OWNER_LINE_IDS: `U${"1".repeat(32)}`,
    REGISTER_URL: "https://shop.example.com/join",
    CONTACT_URL: "tel:+6620000000",
  });
  for (const name of ["owner", "REGISTER_URL", "CONTACT_URL"]) {
    expect(report.of("people", name).status).toBe("ok");
  }
  expect(report.of("LINE", "rich menus").status).toBe("ok");
});
