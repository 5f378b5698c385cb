/** Points: adding, burning, voiding, and what the ledger says of it. */
import { expect, test } from "vitest";
import { cardOf, memberBy, startPlatform } from "./loyalty-world.ts";

test("money becomes points by the business's rule, rounded down", async () => {
  const connect = (await startPlatform()).client();
  const { card_no, point } = await cardOf(connect, "Olivia");
  const record = await connect.addPoint({ card_no, method: 1, value: 99.99, staff_code: "S1" });
  expect(record).toMatchObject({
    message: expect.any(String),
    type: "ADD",
    status: "COMPLETED",
    method: 1,
    value: 99.99,
    points: 3,
    balance_after: point + 3,
    card_no,
    staff_code: "S1",
    channel: "API",
  });
  await expect(connect.addPoint({ card_no, method: 1, value: 24.99 })).rejects.toMatchObject({
    code: "BAD_REQUEST",
    status: 400,
  });
});

test("every reading of a phone number finds the card", async () => {
  const connect = (await startPlatform()).client();
  const readings = [
    "0800000001",
    "080-000-0001",
    "800000001",
    "+66 80 000 0001",
    "+66 (0)80 000 0001",
    "66800000001",
    "0066800000001",
    "๐๘๐๐๐๐๐๐๐๑",
    "０８０－０００－０００１",
  ];
  for (const phone_number of readings) {
    const { member_uuid } = await connect.addPoint({ phone_number, method: 2, points: 1 });
    const { data } = await connect.getProfile({ search: phone_number });
    expect(data.map(({ name, uuid }) => [name, uuid])).toEqual([["สมชาย", member_uuid]]);
  }
});

test("a phone with several cards needs the card's number, and both must agree", async () => {
  const connect = (await startPlatform()).client();
  const phone_number = "080-000-0018";
  const add = { method: 2, points: 5 } as const;
  await expect(connect.addPoint({ phone_number, ...add })).rejects.toMatchObject({
    code: "CARD_AMBIGUOUS",
    status: 409,
  });
  const { cards } = await memberBy(connect, phone_number);
  const card_no = cards[1]!.card_no;
  await expect(connect.addPoint({ phone_number, card_no, ...add })).resolves.toMatchObject({
    card_no,
    balance_after: 155,
  });
  const other = await cardOf(connect, "Olivia");
  await expect(
    connect.addPoint({ phone_number, card_no: other.card_no, ...add }),
  ).rejects.toMatchObject({ code: "CARD_MISMATCH", status: 409 });
  // One phone of two members names neither.
  await expect(connect.burnPoint({ phone_number: "0800000013", points: 1 })).rejects.toMatchObject({
    code: "CARD_AMBIGUOUS",
  });
});

test("a burn needs enough points, and says how many there are", async () => {
  const connect = (await startPlatform()).client();
  const { card_no } = await cardOf(connect, "🌸ฝน");
  await expect(connect.burnPoint({ card_no, points: 516 })).rejects.toMatchObject({
    code: "INSUFFICIENT_POINTS",
    status: 409,
    detail: { balance: 515, requested: 516 },
  });
  await expect(connect.burnPoint({ card_no, points: 515 })).resolves.toMatchObject({
    type: "BURN",
    balance_after: 0,
  });
});

test("the published path of Burn Point works, too, with and without /api before it", async () => {
  const platform = await startPlatform();
  const connect = platform.client();
  const { card_no } = await cardOf(connect, "Olivia");
  const { sakura } = platform;
  const { access_token } = await connect.getAccessToken({ business_code: sakura.code, ...sakura });
  for (const path of ["/v2/connect/burn/points", "/api/v2/connect/burn/points"]) {
    const response = await fetch(platform.baseUrl + path, {
      method: "POST",
      headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
      body: JSON.stringify({ phone_number: "2025550105", card_no, points: 10, ref_no: path }),
    });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ ref_no: path, points: 10 });
  }
});

test("a document has one add and one burn, until one is voided", async () => {
  const connect = (await startPlatform()).client();
  const { card_no } = await cardOf(connect, "Olivia");
  const document = { card_no, ref_no: "R-1" };
  const added = await connect.addPoint({ ...document, method: 2, points: 50 });
  await connect.burnPoint({ ...document, points: 20 });
  await expect(connect.addPoint({ ...document, method: 2, points: 1 })).rejects.toMatchObject({
    code: "REF_NO_TAKEN",
    status: 409,
  });
  const voided = await connect.voidTransactionById({ id: added.id });
  expect(voided).toMatchObject({ id: added.id, status: "VOIDED", voided_at: expect.any(String) });
  expect(await connect.voidTransactionById({ id: added.id })).toEqual(voided);
  await connect.addPoint({ ...document, method: 2, points: 1 });
});

test("points that are spent can't be taken back", async () => {
  const connect = (await startPlatform()).client();
  const { card_no } = await cardOf(connect, "佐藤");
  const { id } = await connect.addPoint({ card_no, method: 2, points: 100 });
  await connect.burnPoint({ card_no, points: 1 });
  await expect(connect.voidTransactionById({ id })).rejects.toMatchObject({
    code: "POINTS_ALREADY_SPENT",
    status: 409,
  });
  expect(await cardOf(connect, "佐藤")).toMatchObject({ point: 99 });
});

test("a document is voided as a whole, the burn before the add", async () => {
  const connect = (await startPlatform()).client();
  const { card_no } = await cardOf(connect, "佐藤");
  await connect.addPoint({ card_no, method: 2, points: 100, ref_no: "R/9" });
  await connect.burnPoint({ card_no, points: 100, ref_no: "R/9" });
  const { data } = await connect.voidTransactionByRefNo({ refNo: "R/9" });
  expect(data.map(({ type, status }) => [type, status])).toEqual([
    ["BURN", "VOIDED"],
    ["ADD", "VOIDED"],
  ]);
  expect(await cardOf(connect, "佐藤")).toMatchObject({ point: 0 });
  await expect(connect.voidTransactionByRefNo({ refNo: "R/9" })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});

test.each(["INV/2026/1", "#42 50%", "a b", " a ", "ใบเสร็จ ๑๒", "x?y=z&w", "..", "100%25", "+1"])(
  "the reference %s survives the way through the address",
  async (reference) => {
    const connect = (await startPlatform()).client();
    const { card_no } = await cardOf(connect, "Olivia");
    const add = { card_no, method: 2, points: 1 } as const;
    await connect.addPoint({ ...add, ref_no: reference });
    const { id } = await connect.addPoint({ ...add, ref_id: reference });
    const stored = reference.trim();
    const listed = await connect.getTransaction({ ref_no: reference });
    expect(listed.data).toMatchObject([{ ref_no: stored }]);
    const { data } = await connect.voidTransactionByRefNo({ refNo: reference });
    expect(data).toMatchObject([{ ref_no: stored, status: "VOIDED" }]);
    const byRefId = await connect.voidTransactionByRefId({ refId: reference });
    expect(byRefId).toMatchObject({ id, ref_id: stored, status: "VOIDED" });
  },
);

test("a key that an add and a burn share doesn't void either of them", async () => {
  const connect = (await startPlatform()).client();
  const { card_no } = await cardOf(connect, "Olivia");
  const added = await connect.addPoint({ card_no, method: 2, points: 1, ref_id: "K" });
  const burned = await connect.burnPoint({ card_no, points: 1, ref_id: "K" });
  await expect(connect.voidTransactionByRefId({ refId: "K" })).rejects.toMatchObject({
    code: "REF_ID_AMBIGUOUS",
    detail: { ids: [added.id, burned.id] },
  });
  await connect.voidTransactionById({ id: burned.id });
  await expect(connect.voidTransactionByRefId({ refId: "K" })).resolves.toMatchObject({
    id: added.id,
    status: "VOIDED",
  });
});

test("the ledger is filtered by every field and comes newest first", async () => {
  const connect = (await startPlatform()).client();
  const { card_no } = await cardOf(connect, "Olivia");
  const { uuid: member_uuid } = await memberBy(connect, "Olivia");
  const from = new Date(Date.now() - 1000).toISOString();
  const a = await connect.addPoint({ card_no, method: 2, points: 7, ref_id: "a", channel: "LINE" });
  const b = await connect.burnPoint({ card_no, points: 3, ref_no: "b" });
  await connect.voidTransactionById({ id: a.id });
  const ids = async (filter: Parameters<typeof connect.getTransaction>[0]) =>
    (await connect.getTransaction({ from, ...filter })).data.map(({ id }) => id);
  expect(await ids({})).toEqual([b.id, a.id]);
  expect(await ids({ card_no })).toEqual([b.id, a.id]);
  expect(await ids({ member_uuid, sort: "points" })).toEqual([b.id, a.id]);
  expect(await ids({ sort: "-points" })).toEqual([a.id, b.id]);
  expect(await ids({ type: "ADD" })).toEqual([a.id]);
  expect(await ids({ status: "COMPLETED" })).toEqual([b.id]);
  expect(await ids({ ref_id: "a" })).toEqual([a.id]);
  expect(await ids({ search: "b" })).toEqual([b.id]);
  expect(await ids({ to: from })).toEqual([]);
  expect(await ids({ card_no: "nobody's" })).toEqual([]);
  const { data } = await connect.getTransaction({ ref_id: "a" });
  expect(data).toMatchObject([{ channel: "LINE", status: "VOIDED", balance_after: 18_407 }]);
});
