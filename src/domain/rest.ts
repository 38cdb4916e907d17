/**
 * Time without new lines, in ms, after which a session counts as ended: its last text then ends the turn, although no
 * stop reason says so. An agent writes nothing for minutes while it produces a long tool call: one of 30,000 tokens
 * takes ten at 50 tokens a second.
 */
export const REST_MS = 600_000
