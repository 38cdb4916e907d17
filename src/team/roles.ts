export const ROLES = ['member', 'reviewer', 'admin'] as const
/** What a person of a team may do: members share, reviewers also decide, admins also invite. */
export type Role = (typeof ROLES)[number]
