/** Values from messages are validated before they become a style or an address. */
import { expect, test } from "vitest";
import {
  color,
  length,
  mediaAddress,
  oneOf,
  phoneAddress,
  ratio,
  webAddress,
} from "../../../src/studio/page/sanitize.ts";

test("a color is six or eight hexadecimal digits", () => {
  expect(["#a1B2c3", "#a1b2c3d4"].map(color)).toEqual(["#a1B2c3", "#a1b2c3d4"]);
  for (const bad of [
    "",
    "red",
    "#fff",
    "#gggggg",
    "#ffffff;",
    " #ffffff",
    "var(--x)",
    "#ffffff00ff",
  ]) {
    expect(color(bad)).toBeUndefined();
  }
});

test("a length is a number of pixels or a percentage", () => {
  expect(["0px", "12.5px", "-2px", "70%"].map(length)).toEqual(["0px", "12.5px", "-2px", "70%"]);
  for (const bad of ["", "12", "px", "1em", "calc(1px)", "1px;x", "1px 2px", "1e9px"]) {
    expect(length(bad)).toBeUndefined();
  }
});

test("a ratio is two numbers above zero", () => {
  expect(["20:13", "1.51:1"].map(ratio)).toEqual(["20 / 13", "1.51 / 1"]);
  for (const bad of ["", "1", "1:0", "0:1", "1/2", "1:2:3", "a:b"]) {
    expect(ratio(bad)).toBeUndefined();
  }
});

test("only http and https addresses open in a tab, and only known phone schemes are named", () => {
  expect(webAddress("https://cafe.example/a b")).toBe("https://cafe.example/a%20b");
  expect(webAddress("HTTP://cafe.example")).toBe("http://cafe.example/");
  expect(phoneAddress("tel:080-000-0001")).toBe("tel:080-000-0001");
  expect(phoneAddress("line://nv/location")).toBe("line://nv/location");
  for (const bad of [
    "javascript:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,x",
    "file:///x",
    "/x",
    "",
  ]) {
    expect([webAddress(bad), phoneAddress(bad), mediaAddress(bad)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  }
});

test("images are loaded by https or from this machine", () => {
  expect(mediaAddress("https://pictures.example/a.png")).toBe("https://pictures.example/a.png");
  expect(mediaAddress("http://127.0.0.1:3000/images/a")).toBe("http://127.0.0.1:3000/images/a");
  expect(mediaAddress("http://pictures.example/a.png")).toBeUndefined();
  expect(mediaAddress("http://127.0.0.1.evil.example/a.png")).toBeUndefined();
});

test("a table lookup returns own properties only, never inherited ones", () => {
  const table = { md: "8px" };
  expect(oneOf(table, "md")).toBe("8px");
  for (const word of ["constructor", "__proto__", "toString", "", undefined]) {
    expect(oneOf(table, word)).toBeUndefined();
  }
});
