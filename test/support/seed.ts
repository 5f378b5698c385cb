/** The seed of all random test data: fixed, unless `TEST_SEED` sets another. */
export const seed = Number(process.env["TEST_SEED"] ?? 20_261_123);
