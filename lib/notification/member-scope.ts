import type { Id } from '../platform/id.ts'

export interface MemberOwner {
  tenant: Id
  identity: Id
}

/** Takes the tenant's place in the keys of what belongs to one member, out of reach of all others. */
export type MemberScope = `${Id}#${Id}`

export const buildMemberScope = ({ tenant, identity }: MemberOwner): MemberScope => `${tenant}#${identity}`
