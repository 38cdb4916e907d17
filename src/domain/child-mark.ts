/**
 * The first line of each question that is asked through a person's agent: a session that begins so is ours, and none of its
 * words are the person's.
 */
export const CHILD_MARK = 'wayland-core asks this of a model; no person wrote it.'
