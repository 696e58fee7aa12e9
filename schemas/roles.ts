export const ROLES = ['owner', 'admin', 'finance', 'operations', 'viewer'] as const
export type Role = (typeof ROLES)[number]
