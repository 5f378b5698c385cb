/** Rotating codes: who can read them, and for how long, by the clocks of all replicas. */
import { expect, test } from "vitest";
import { createMemberCodes } from "../../src/http/member-codes.ts";
import { manualClock } from "../support/clock.ts";

const member = { uuid: "0b9f4c1d-3a56-4a7e-9c55-7f4f6e1d2a90" };
const card = { uuid: "c", card_no: "880000100001", card_nickname: "", card_type: "GOLD", point: 1 };

/** A replica that has these settings; the address of a code's picture is the code itself. */
async function replica(kept = new Map<string, string>(), account = "U1") {
  const clock = manualClock();
  let until: number | null | undefined;
  const codes = await createMemberCodes({
    settings: {
      get: (name) => Promise.resolve(kept.get(name) ?? null),
      set: (name, value) => Promise.resolve(void kept.set(name, value)),
      exclusive: (_name, work) => work(),
    },
    account,
    qr(text, expiresAt) {
      until = expiresAt;
      return text;
    },
    usedCodes: { use: () => Promise.resolve(true) },
    clock,
  });
  return { codes, clock, kept, issue: () => codes.address(member, card) ?? "", until: () => until };
}

test("a code is read by every replica for a minute, as long as its picture is there", async () => {
  const one = await replica();
  const other = await replica(one.kept);
  const code = one.issue();
  const read = { id: code, memberUuid: member.uuid, cardNo: card.card_no };
  expect(other.codes.read(code)).toMatchObject(read);
  expect(one.until()).toBe(one.clock.now() + 60_000);
  other.clock.turn(59_999);
  expect(other.codes.read(code)).toMatchObject(read);
  other.clock.turn(1);
  expect(other.codes.read(code)).toBe("expired");
  expect([...one.kept.values()].join()).not.toContain(member.uuid);
});

test("a replica's clock may be five seconds ahead, and no more", async () => {
  const one = await replica();
  const other = await replica(one.kept);
  one.clock.turn(5000);
  expect(other.codes.read(one.issue())).toMatchObject({ memberUuid: member.uuid });
  one.clock.turn(1);
  expect(other.codes.read(one.issue())).toBe("expired");
});

test("a code holds neither the member nor the card to be read, and is another one each time", async () => {
  const { issue } = await replica();
  const codes = [issue(), issue()];
  expect(new Set(codes).size).toBe(2);
  for (const code of codes) {
    const sealed = code.slice("M1.".length);
    const texts = [code, Buffer.from(sealed, "base64url").toString("latin1")].join();
    expect(texts).not.toMatch(/0b9f4c1d|880000100001/);
    expect(Buffer.from(sealed, "base64url").toString("hex")).not.toContain("0b9f4c1d3a56");
    expect(code.length).toBeLessThanOrEqual(200);
  }
});

test("a code that was changed, or is of another account or shop, is foreign", async () => {
  const one = await replica();
  const code = one.issue();
  const letter = code.at(20) === "A" ? "B" : "A";
  expect(one.codes.read(code.slice(0, 20) + letter + code.slice(21))).toBe("foreign");
  expect(one.codes.read(`${code}A`)).toBe("foreign");
  expect((await replica(one.kept, "U2")).codes.read(code)).toBe("foreign");
  expect((await replica()).codes.read(code)).toBe("foreign");
  for (const text of ["M1.", "M1.x"]) expect(one.codes.read(text)).toBe("foreign");
  for (const text of ["", "880000100001", "LATTE-A7X", code.slice(3)]) {
    expect(one.codes.read(text)).toBeNull();
  }
});
