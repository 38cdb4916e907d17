/** Whether this is `npm run test:long`, which does more of what `npm test` does a little of. */
export const LONG = process.env.WAYLAND_TEST_LONG === '1'

/** How often a test does something: in `npm test`, and in `npm run test:long`. */
export const times = (short: number, long: number): number => (LONG ? long : short)
