/** The three specified operations, called with fetch as the specification describes them. */
import { expect, test } from "vitest";
import { startPlatform } from "./loyalty-world.ts";

const post = (url: string, body: unknown) =>
  fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

async function directToken(baseUrl: string, keys: { code: string }) {
  const response = await post(`${baseUrl}/v1/auth-connect/${keys.code}`, keys);
  const { access_token } = (await response.json()) as { access_token: string };
  return { headers: { authorization: `Bearer ${access_token}` } };
}

test("a key pair is exchanged for an access token with 201", async () => {
  const { baseUrl, sakura } = await startPlatform();
  const response = await post(`${baseUrl}/v1/auth-connect/SAKURA01`, sakura);
  expect(response.status).toBe(201);
  expect(await response.json()).toEqual({ access_token: expect.stringMatching(/^ey/) });
});

test("profiles are paged, with the specified names and types", async () => {
  const { baseUrl, sakura } = await startPlatform();
  const headers = await directToken(baseUrl, sakura);
  const url = `${baseUrl}/api/v1/connect/profiles?page=1&size=5&sort=name&search=`;
  const response = await fetch(`${url}${encodeURIComponent("080-000-0001")}`, headers);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    pagination: { total: 1, page: 1, size: 5 },
    data: [
      {
        uuid: expect.any(String),
        name: "สมชาย",
        lastName: "ใจดี",
        phoneCode: "66",
        phoneNumber: "800000001",
        verified: true,
        otpVerified: true,
        lineVerified: true,
        active: true,
        profilePicture: expect.stringMatching(/^http/),
        lineId: expect.stringMatching(/^U[0-9a-f]{32}$/),
        otherData: [
          { key: "gender", value: "male" },
          { key: "birthdate", value: "1988-04-13" },
        ],
        cards: [
          {
            uuid: expect.any(String),
            card_no: expect.any(String),
            card_nickname: "สมชาย",
            card_type: "GOLD",
            point: 1250,
          },
        ],
      },
    ],
  });
});

test("the add-on status is for the exchange flow only", async () => {
  const { baseUrl, sakura, credentials } = await startPlatform();
  const direct = await directToken(baseUrl, sakura);
  const refused = await fetch(`${baseUrl}/api/v1/connect/`, direct);
  expect(refused.status).toBe(401);

  const exchanged = await post(`${baseUrl}/v1/auth-connect/exchange-token/access`, credentials);
  expect(exchanged.status).toBe(201);
  const { access_token } = (await exchanged.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}` };
  const response = await fetch(`${baseUrl}/api/v1/connect/`, { headers });
  expect(response.status).toBe(200);
  const plain = {
    uuid: expect.any(String),
    name: expect.any(String),
    description: expect.any(String),
    logo: expect.stringMatching(/^http/),
  };
  expect(await response.json()).toEqual({
    id: expect.any(Number),
    api_key: sakura.api_key,
    start_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    end_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    master_config_app_extention: {
      ...plain,
      rating: expect.any(Number),
      price: expect.any(Number),
      type: "EXTENSION",
    },
    master_config_appconnect: { ...plain, price: expect.any(String), type: "API" },
    business_app: {
      ...plain,
      code: "SAKURA01",
      theme: expect.any(String),
      theme_color: expect.stringMatching(/^#[0-9A-F]{6}$/i),
      icon_color: expect.stringMatching(/^#[0-9A-F]{6}$/i),
    },
  });
});

test.each([
  ["no header", undefined],
  ["no bearer", "Basic abc"],
  ["not a token", "Bearer abc"],
  [
    "an unsigned token",
    `Bearer ${Buffer.from('{"alg":"none"}').toString("base64url")}.${Buffer.from('{"sub":"x","biz":"SAKURA01","flow":"exchange","jti":"y"}').toString("base64url")}.`,
  ],
])("401 for %s", async (_, authorization) => {
  const { baseUrl } = await startPlatform();
  const headers: Record<string, string> = authorization ? { authorization } : {};
  for (const path of ["/api/v1/connect/", "/api/v1/connect/profiles"]) {
    const response = await fetch(baseUrl + path, { headers });
    expect(response.status).toBe(401);
  }
});

test("the connect paths also work without the second /api", async () => {
  const { baseUrl, sakura } = await startPlatform();
  const headers = await directToken(baseUrl, sakura);
  const response = await fetch(baseUrl.replace("/api", "/api/v1/connect/profiles"), headers);
  expect(response.status).toBe(200);
});
