/** The seed of everything that tests make at random: fixed, unless `TEST_SEED` gives another. */
export const seed = Number(process.env["TEST_SEED"] ?? 20_261_123);
