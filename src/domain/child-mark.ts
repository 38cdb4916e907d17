/**
 * The first line of every question that is asked through a person's agent. A session that begins with it was started by
 * this package and holds no words of a person.
 */
export const CHILD_MARK = 'wayland-core asks this of a model; no person wrote it.'
