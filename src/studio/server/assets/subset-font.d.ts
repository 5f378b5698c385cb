/** The part of `subset-font` that is used; the package has no types. */
declare module "subset-font" {
  export default function subsetFont(
    font: Uint8Array,
    characters: string,
    options: { targetFormat: "woff2"; noHinting?: boolean; dropTables?: readonly string[] },
  ): Promise<Buffer>;
}
