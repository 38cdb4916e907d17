export const ROLES = ['member', 'reviewer', 'admin'] as const
export type Role = (typeof ROLES)[number]
