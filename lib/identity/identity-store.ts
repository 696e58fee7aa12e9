import type { Id } from '../id.ts'
import type { Item, Key, Table } from '../store/table.ts'
import type { Unit } from '../store/unit.ts'
import { emailDigest } from './email.ts'
import type { Role } from './scopes.ts'

// An identity:   I#<identity> / IDENTITY
// its tenants:   I#<identity> / M#<tenant>          name and role, for signing in with one query
// its sessions:  I#<identity> / S#<session>
// e-mail tokens: I#<identity> / TOKEN#<purpose>     one of each purpose, so that a newer one voids the older
// an address:    I#email#<digest> / EMAIL           who owns it
// tenants:       P#tenants / <tenant>

export interface Identity {
  id: Id
  rev: number
  email: string
  firstName: string
  country: string | null
  marketingOptIn: boolean
  passwordHash: string
  verifiedAt: string | null
  /** Sessions up to this one are over, except the one kept. */
  endedUpTo: Id | null
  kept: Id | null
  createdAt: string
  updatedAt: string
}

type NewIdentity = Pick<Identity, 'id' | 'email' | 'firstName' | 'passwordHash'> & {
  country?: string | null | undefined
  marketingOptIn?: boolean | undefined
}

export interface TenantOf {
  tenant: Id
  name: string
  role: Role
}

export interface Account {
  identity: Identity
  tenants: TenantOf[]
}

export const identityKey = (id: Id): Key => ({ pk: `I#${id}`, sk: 'IDENTITY' })
export const membershipKey = (id: Id, tenant: Id): Key => ({ pk: `I#${id}`, sk: `M#${tenant}` })
export const emailKey = (email: string): Key => ({ pk: `I#email#${emailDigest(email)}`, sk: 'EMAIL' })
export const tenantKey = (tenant: Id): Key => ({ pk: 'P#tenants', sk: tenant })

/** A new identity, not yet verified, and its claim to the address. */
export const addIdentity = (
  unit: Unit,
  { id, email, firstName, passwordHash, country, marketingOptIn }: NewIdentity,
): Identity => {
  const at = unit.now.toISOString()
  const identity: Identity = {
    id,
    rev: 1,
    email,
    firstName,
    country: country ?? null,
    marketingOptIn: marketingOptIn ?? false,
    passwordHash,
    verifiedAt: null,
    endedUpTo: null,
    kept: null,
    createdAt: at,
    updatedAt: at,
  }
  const claim = { ...emailKey(email), kind: 'email', identity: id }
  unit.add({ put: claim, when: 'attribute_not_exists(pk)' }, 'stale')
  unit.add({ put: { ...identity, ...identityKey(id), kind: 'identity' } }, 'stale')
  return identity
}

const asTenant = ({ tenant, name, role }: Item) => ({ tenant, name, role }) as TenantOf

/** Who owns the address. */
export const findOwnerOf = async (db: Table, email: string): Promise<Id | undefined> =>
  (await db.get(emailKey(email)))?.identity as Id | undefined

export const findIdentity = async (db: Table, id: Id): Promise<Identity | undefined> =>
  (await db.get(identityKey(id))) as unknown as Identity | undefined

/** The identity and the tenants it is an active member of, in one query. */
export const findAccount = async (db: Table, id: Id): Promise<Account | undefined> => {
  const [first, ...rest] = await db.query({ pk: `I#${id}`, from: 'IDENTITY', to: 'N' })
  if (first?.sk !== 'IDENTITY') return undefined
  return {
    identity: first as unknown as Identity,
    tenants: rest.filter(({ status }) => status === 'active').map(asTenant),
  }
}

/** Sets these members and leaves the others as they are. */
export const changeIdentity = (unit: Unit, id: Id, changes: Partial<Identity>): void => {
  const all = Object.entries({ ...changes, updatedAt: unit.now.toISOString() })
  unit.add(
    {
      update: identityKey(id),
      set: `SET ${all.map(([name]) => `#${name} = :${name}`).join(', ')}, #rev = #rev + :one`,
      when: 'attribute_exists(pk)',
      values: { ...Object.fromEntries(all.map(([name, value]) => [`:${name}`, value])), ':one': 1 },
    },
    'stale',
  )
}
