/** The pages of the demo's business that members open from the chat: where one joins, and how to reach the shop. */
import express, { Router, type Response } from "express";
import type { Clock } from "../../clock.ts";
import type { Business, Platform } from "./context.ts";
import { addMember } from "./demo/members.ts";
import { demoPeople, type DemoPerson } from "./demo/people.ts";

/** Below the platform's origin. */
export const pagePaths = { join: "/join", contact: "/contact" };

/** Of what a US telephone number made up for films has. */
const phone: [code: string, number: string] = ["1", "2025550199"];

export function pageRoutes(platform: Platform, clock: Clock): Router {
  const { database } = platform;
  const business = () => database.get<Business>("SELECT * FROM business ORDER BY id LIMIT 1")!;
  const isMember = ({ lineId }: DemoPerson) =>
    database.get("SELECT 1 FROM member WHERE line_id = ? LIMIT 1", lineId) !== undefined;
  const strangers = () => demoPeople.filter((person) => !person.staff && !isMember(person));

  function join(person: DemoPerson): void {
    const { label, displayName: name, language } = person;
    const member = { label, language, name, lastName: "", phone };
    const context = { ...platform, business: business(), now: clock.now() };
    database.write(() => addMember(context, { ...member, cards: [["MEMBER", 0]] }));
  }

  return Router()
    .get(pagePaths.join, (_request, response) => {
      const forms = strangers().map(
        ({ lineId, displayName }) => `<form method="post" action="${pagePaths.join}">
<input type="hidden" name="person" value="${lineId}"><button>Join as ${displayName}</button></form>`,
      );
      const body = forms.join("\n") || "<p>Everybody of this demo is a member.</p>";
      send(response, `Join ${business().name}`, body);
    })
    .post(pagePaths.join, express.urlencoded({ limit: "1kb" }), (request, response) => {
      const { host, origin: sender } = request.headers;
      if (sender !== undefined && sender !== `http://${host}`) {
        response.sendStatus(403);
        return;
      }
      const { person: wanted } = (request.body ?? {}) as { person?: unknown };
      const person = strangers().find(({ lineId }) => lineId === wanted);
      if (!person) {
        response.status(404);
        send(
          response,
          "Nobody joined",
          "<p>This person is a member already, or isn’t of this demo.</p>",
        );
        return;
      }
      join(person);
      const text = `<p>${person.displayName} is a member now. Go back to the chat, and write “I have registered”.</p>`;
      send(response, `Welcome to ${business().name}`, text);
    })
    .get(pagePaths.contact, (_request, response) => {
      const text = "<p>Here is the page or the telephone number that CONTACT_URL names.</p>";
      send(response, `Contact ${business().name}`, text);
    });
}

function send(response: Response, title: string, body: string): void {
  response
    .set(
      "content-security-policy",
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
    )
    .set("cache-control", "no-store")
    .type("html").send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
:root { color-scheme: light dark; font: 1.1rem/1.6 system-ui, sans-serif; }
main { max-width: 30rem; margin: 12vh auto; padding: 0 1.5rem; }
button { font: inherit; padding: .6rem 1.2rem; border: 0; border-radius: .5rem; background: #06753d; color: #fff; }
</style></head>
<body><main><h1>${title}</h1>
<p>This is a demo: nobody here is real.</p>
${body}
</main></body></html>
`);
}
