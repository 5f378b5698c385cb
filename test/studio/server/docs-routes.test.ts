/** The pages of docs/, as the studio shows them. */
import { expect, test } from "vitest";
import { createStudioWorld } from "../studio-world.ts";

test("shows a page with its tables and anchors, and leads from page to page", async () => {
  await using world = await createStudioWorld();
  const page = await fetch(new URL("docs/go-live.md", world.url));
  expect(page.status).toBe(200);
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(page.headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'/,
  );
  const html = await page.text();
  expect(html).toContain("<title>Going live · Studio</title>");
  expect(html).toContain('<h2 id="in-a-container">In a container</h2>');
  const links = [...html.matchAll(/href="([\w-]+\.md)(?:#([\w-]+))?"/g)];
  expect(links.length).toBeGreaterThan(3);
  for (const [, file = "", anchor] of links) {
    const other = await fetch(new URL(`docs/${file}`, world.url));
    expect([file, other.status]).toEqual([file, 200]);
    if (anchor) expect(await other.text()).toContain(`id="${anchor}"`);
  }
});

test("shows the pictures of a page", async () => {
  await using world = await createStudioWorld();
  const html = await (await fetch(new URL("docs/operations.md", world.url))).text();
  const pictures = [...html.matchAll(/<img src="([^"]+)"/g)].map(([, source = ""]) => source);
  expect(pictures).toEqual(["pictures/good-day.svg", "pictures/bad-day.svg"]);
  for (const picture of pictures) {
    const response = await fetch(new URL(`docs/${picture}`, world.url));
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
  }
});

test("leads to the counter page where the bot serves it", async () => {
  await using world = await createStudioWorld();
  const html = await (await fetch(new URL("docs/cashiers.md", world.url))).text();
  expect(html).toContain('href="/counter?lang=en"');
  expect(html).not.toMatch(/href="(?:\.\.\/|counter\/)[^"]*\.md/);
});

test.each(["docs/nothing.md", "docs/..%2Fpackage.json", "docs/deploy", "docs/counter"])(
  "nothing else is shown: %s",
  async (path) => {
    await using world = await createStudioWorld();
    expect((await fetch(new URL(path, world.url))).status).toBe(404);
  },
);

test("only who has logged in is shown them", async () => {
  await using world = await createStudioWorld(undefined, { password: "a long password" });
  expect((await fetch(new URL("docs/go-live.md", world.url))).status).toBe(401);
});
