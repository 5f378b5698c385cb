/** Points: adding, burning, voiding, and the ledger. */
import { expect, test } from "vitest";
import { cardOf, memberBy, startPlatform } from "./loyalty-world.ts";

test("an amount is converted to points by the business's rate, rounded down", async () => {
  const loyalty = (await startPlatform()).client();
  const { card_no, point } = await cardOf(loyalty, "Olivia");
  const record = await loyalty.addPoint({ card_no, method: 1, value: 99.99, staff_code: "S1" });
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
  await expect(loyalty.addPoint({ card_no, method: 1, value: 24.99 })).rejects.toMatchObject({
    code: "BAD_REQUEST",
    status: 400,
  });
});

test("every format of a phone number finds the card", async () => {
  const loyalty = (await startPlatform()).client();
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
    const { member_uuid } = await loyalty.addPoint({ phone_number, method: 2, points: 1 });
    const { data } = await loyalty.getProfile({ search: phone_number });
    expect(data.map(({ name, uuid }) => [name, uuid])).toEqual([["สมชาย", member_uuid]]);
  }
});

test("a phone number with several cards needs the card number, and both must match", async () => {
  const loyalty = (await startPlatform()).client();
  const phone_number = "080-000-0018";
  const add = { method: 2, points: 5 } as const;
  await expect(loyalty.addPoint({ phone_number, ...add })).rejects.toMatchObject({
    code: "CARD_AMBIGUOUS",
    status: 409,
  });
  const { cards } = await memberBy(loyalty, phone_number);
  const card_no = cards[1]!.card_no;
  await expect(loyalty.addPoint({ phone_number, card_no, ...add })).resolves.toMatchObject({
    card_no,
    balance_after: 155,
  });
  const other = await cardOf(loyalty, "Olivia");
  await expect(
    loyalty.addPoint({ phone_number, card_no: other.card_no, ...add }),
  ).rejects.toMatchObject({ code: "CARD_MISMATCH", status: 409 });
  // A phone number of two members is ambiguous.
  await expect(loyalty.burnPoint({ phone_number: "0800000013", points: 1 })).rejects.toMatchObject({
    code: "CARD_AMBIGUOUS",
  });
});

test("a burn needs enough points, and its error has the balance", async () => {
  const loyalty = (await startPlatform()).client();
  const { card_no } = await cardOf(loyalty, "🌸ฝน");
  await expect(loyalty.burnPoint({ card_no, points: 516 })).rejects.toMatchObject({
    code: "INSUFFICIENT_POINTS",
    status: 409,
    detail: { balance: 515, requested: 516 },
  });
  await expect(loyalty.burnPoint({ card_no, points: 515 })).resolves.toMatchObject({
    type: "BURN",
    balance_after: 0,
  });
});

test("the published path of Burn Point also works, with and without /api before it", async () => {
  const platform = await startPlatform();
  const loyalty = platform.client();
  const { card_no } = await cardOf(loyalty, "Olivia");
  const { sakura } = platform;
  const { access_token } = await loyalty.getAccessToken({ business_code: sakura.code, ...sakura });
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

test("a document number allows one add and one burn, until one is voided", async () => {
  const loyalty = (await startPlatform()).client();
  const { card_no } = await cardOf(loyalty, "Olivia");
  const document = { card_no, ref_no: "R-1" };
  const added = await loyalty.addPoint({ ...document, method: 2, points: 50 });
  await loyalty.burnPoint({ ...document, points: 20 });
  await expect(loyalty.addPoint({ ...document, method: 2, points: 1 })).rejects.toMatchObject({
    code: "REF_NO_TAKEN",
    status: 409,
  });
  const voided = await loyalty.voidTransactionById({ id: added.id });
  expect(voided).toMatchObject({ id: added.id, status: "VOIDED", voided_at: expect.any(String) });
  expect(await loyalty.voidTransactionById({ id: added.id })).toEqual(voided);
  await loyalty.addPoint({ ...document, method: 2, points: 1 });
});

test("spent points can't be voided", async () => {
  const loyalty = (await startPlatform()).client();
  const { card_no } = await cardOf(loyalty, "佐藤");
  const { id } = await loyalty.addPoint({ card_no, method: 2, points: 100 });
  await loyalty.burnPoint({ card_no, points: 1 });
  await expect(loyalty.voidTransactionById({ id })).rejects.toMatchObject({
    code: "POINTS_ALREADY_SPENT",
    status: 409,
  });
  expect(await cardOf(loyalty, "佐藤")).toMatchObject({ point: 99 });
});

test("a document is voided as a whole, the burn before the add", async () => {
  const loyalty = (await startPlatform()).client();
  const { card_no } = await cardOf(loyalty, "佐藤");
  await loyalty.addPoint({ card_no, method: 2, points: 100, ref_no: "R/9" });
  await loyalty.burnPoint({ card_no, points: 100, ref_no: "R/9" });
  const { data } = await loyalty.voidTransactionByRefNo({ refNo: "R/9" });
  expect(data.map(({ type, status }) => [type, status])).toEqual([
    ["BURN", "VOIDED"],
    ["ADD", "VOIDED"],
  ]);
  expect(await cardOf(loyalty, "佐藤")).toMatchObject({ point: 0 });
  await expect(loyalty.voidTransactionByRefNo({ refNo: "R/9" })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});

test.each(["INV/2026/1", "#42 50%", "a b", " a ", "ใบเสร็จ ๑๒", "x?y=z&w", "..", "100%25", "+1"])(
  "the reference %s survives URL encoding",
  async (reference) => {
    const loyalty = (await startPlatform()).client();
    const { card_no } = await cardOf(loyalty, "Olivia");
    const add = { card_no, method: 2, points: 1 } as const;
    await loyalty.addPoint({ ...add, ref_no: reference });
    const { id } = await loyalty.addPoint({ ...add, ref_id: reference });
    const stored = reference.trim();
    const listed = await loyalty.getTransaction({ ref_no: reference });
    expect(listed.data).toMatchObject([{ ref_no: stored }]);
    const { data } = await loyalty.voidTransactionByRefNo({ refNo: reference });
    expect(data).toMatchObject([{ ref_no: stored, status: "VOIDED" }]);
    const byRefId = await loyalty.voidTransactionByRefId({ refId: reference });
    expect(byRefId).toMatchObject({ id, ref_id: stored, status: "VOIDED" });
  },
);

test("a key that an add and a burn share doesn't void either of them", async () => {
  const loyalty = (await startPlatform()).client();
  const { card_no } = await cardOf(loyalty, "Olivia");
  const added = await loyalty.addPoint({ card_no, method: 2, points: 1, ref_id: "K" });
  const burned = await loyalty.burnPoint({ card_no, points: 1, ref_id: "K" });
  await expect(loyalty.voidTransactionByRefId({ refId: "K" })).rejects.toMatchObject({
    code: "REF_ID_AMBIGUOUS",
    detail: { ids: [added.id, burned.id] },
  });
  await loyalty.voidTransactionById({ id: burned.id });
  await expect(loyalty.voidTransactionByRefId({ refId: "K" })).resolves.toMatchObject({
    id: added.id,
    status: "VOIDED",
  });
});

test("the ledger is filtered by every field and comes newest first", async () => {
  const loyalty = (await startPlatform()).client();
  const { card_no } = await cardOf(loyalty, "Olivia");
  const { uuid: member_uuid } = await memberBy(loyalty, "Olivia");
  const from = new Date(Date.now() - 1000).toISOString();
  const a = await loyalty.addPoint({ card_no, method: 2, points: 7, ref_id: "a", channel: "LINE" });
  const b = await loyalty.burnPoint({ card_no, points: 3, ref_no: "b" });
  await loyalty.voidTransactionById({ id: a.id });
  const ids = async (filter: Parameters<typeof loyalty.getTransaction>[0]) =>
    (await loyalty.getTransaction({ from, ...filter })).data.map(({ id }) => id);
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
  const { data } = await loyalty.getTransaction({ ref_id: "a" });
  expect(data).toMatchObject([{ channel: "LINE", status: "VOIDED", balance_after: 18_407 }]);
});
