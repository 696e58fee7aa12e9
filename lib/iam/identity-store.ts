import type { MemberState } from '../../schemas/iam/member.ts'
import type { Role } from '../../schemas/roles.ts'
import { hashEmail } from '../platform/access/email.ts'
import type { Id } from '../platform/id.ts'
import { Problem } from '../platform/problem.ts'
import type { Item, Key, Table } from '../platform/store/table/table.ts'
import type { OnFailure } from '../platform/store/transaction.ts'
import type { Unit } from '../platform/store/unit.ts'
import { type Mfa, NO_MFA } from './mfa.ts'

// An identity:   I#<identity> / IDENTITY
// its devices:   I#<identity> / KNOWN               d<digest>, a<digest>: time of the last sign-in from a device, an
//                                                   address
// its tenants:   I#<identity> / M#<tenant>          name, role and status, so that signing in takes one query; kept
//                                                   after it has left, so that its data there can be found
// its factors:   I#<identity> / MFA                 `mfa-store.ts`
// its sessions:  I#<identity> / S#<session>
// e-mail tokens: I#<identity> / TOKEN#<purpose>     one for each purpose, so that a newer one replaces the older
// an address:    I#email#<digest> / EMAIL           its owner; with `expiresAt` if it is the owner's earlier address
// tenants:       P#tenants / <tenant>               `rev` counts the changes of its members

export interface Identity {
  id: Id
  rev: number
  email: string
  firstName: string
  country: string | null
  marketingOptIn: boolean
  /** Number for text messages, in E.164. */
  phone: string | null
  /** Language of messages about the account; null stands for English. */
  locale: string | null
  passwordHash: string
  verifiedAt: string | null
  /** The address before the last change. It stays claimed for a while, so that the change can be undone. */
  formerEmail: { email: string; heldUntil: string } | null
  /** Sessions up to this id have ended, except `kept`. */
  endedUpTo: Id | null
  kept: Id | null
  /** Set once the account was deleted; the item then holds no personal data. */
  deletedAt?: string
  createdAt: string
  updatedAt: string
}

type NewIdentity = Pick<Identity, 'id' | 'email' | 'firstName' | 'passwordHash'> & {
  country?: string | null | undefined
  marketingOptIn?: boolean | undefined
  locale?: string | null | undefined
  verifiedAt?: string | null | undefined
}

export interface TenantAccess {
  tenant: Id
  name: string
  role: Role
  /** Changes with every change of the membership; access tokens carry it. */
  version: string
}

/** The identity's copy of its membership in a tenant. */
export interface Membership extends TenantAccess {
  member: Id
  status: MemberState | 'left'
}

export interface Account {
  identity: Identity
  /** The active memberships. */
  tenants: TenantAccess[]
  memberships: Membership[]
  /** Time of the last sign-in, by device digest. */
  devices: ReadonlyMap<string, string>
  /** Time of the last sign-in, by address digest. */
  addresses: ReadonlyMap<string, string>
  mfa: Mfa
}

export const identityUri = (id: Id) => `commerce:///iam/identities/${id}`
export const identityKey = (id: Id): Key => ({ pk: `I#${id}`, sk: 'IDENTITY' })
export const membershipKey = (id: Id, tenant: Id): Key => ({ pk: `I#${id}`, sk: `M#${tenant}` })
export const knownDevicesKey = (id: Id): Key => ({ pk: `I#${id}`, sk: 'KNOWN' })
export const mfaKey = (id: Id): Key => ({ pk: `I#${id}`, sk: 'MFA' })
export const emailKey = (email: string): Key => ({ pk: `I#email#${hashEmail(email)}`, sk: 'EMAIL' })
export const tenantKey = (tenant: Id): Key => ({ pk: 'P#tenants', sk: tenant })

/** Claims the address for the identity, unless another claim of it is still valid. */
export const claimEmail = (unit: Unit, email: string, identity: Id, onFailure?: OnFailure): void =>
  unit.add(
    {
      put: { ...emailKey(email), kind: 'email', identity },
      when: 'attribute_not_exists(pk) OR #expiresAt <= :now',
      values: { ':now': toUnixSeconds(unit.now) },
    },
    onFailure,
  )

/** Adds an identity, unverified by default, and its claim to the address. */
export const addIdentity = (
  unit: Unit,
  { id, email, firstName, passwordHash, country, marketingOptIn, locale, verifiedAt }: NewIdentity,
): Identity => {
  const at = unit.now.toISOString()
  const identity: Identity = {
    id,
    rev: 1,
    email,
    firstName,
    country: country ?? null,
    marketingOptIn: marketingOptIn ?? false,
    phone: null,
    locale: locale ?? null,
    passwordHash,
    verifiedAt: verifiedAt ?? null,
    formerEmail: null,
    endedUpTo: null,
    kept: null,
    createdAt: at,
    updatedAt: at,
  }
  claimEmail(unit, email, id)
  unit.add({ put: { ...identity, ...identityKey(id), kind: 'identity' } })
  return identity
}

const toUnixSeconds = (now: Date) => Math.floor(now.getTime() / 1000)

const readMarks = (item: Item | undefined, form: RegExp) =>
  new Map(Object.entries((item ?? {}) as Record<string, string>).filter(([name]) => form.test(name)))

/** Returns the identity that has claimed the address. DynamoDB may return an expired claim for days. */
export const findEmailOwner = async (db: Table, email: string, now: Date): Promise<Id | undefined> => {
  const claim = await db.get<{ identity?: Id; expiresAt?: number }>(emailKey(email))
  return claim?.expiresAt !== undefined && claim.expiresAt <= toUnixSeconds(now) ? undefined : claim?.identity
}

/** Returns undefined if the account was deleted. */
export const findIdentity = async (db: Table, id: Id): Promise<Identity | undefined> => {
  const identity = await db.get<Identity>(identityKey(id))
  return identity?.deletedAt ? undefined : identity
}

const isIdentity = (item: Item): item is Item & Identity => item.sk === 'IDENTITY'
const isMembership = (item: Item): item is Item & Membership => item.sk.startsWith('M#')

/** Reads the identity, its devices, factors and memberships in one query; undefined if the account was deleted. */
export const findAccount = async (db: Table, id: Id): Promise<Account | undefined> => {
  const [first, ...rest] = await db.query({ pk: `I#${id}`, from: 'IDENTITY', to: 'N' })
  if (!first || !isIdentity(first) || first.deletedAt) return undefined
  const known = rest.find(({ sk }) => sk === 'KNOWN')
  const memberships = rest.filter(isMembership)
  const { rev, factors, recoveryCodes } = (rest.find(({ sk }) => sk === 'MFA') as Mfa | undefined) ?? NO_MFA
  return {
    identity: first,
    memberships,
    tenants: memberships.filter(({ status }) => status === 'active'),
    devices: readMarks(known, /^d[0-9a-f]{32}$/),
    addresses: readMarks(known, /^a[0-9a-f]{32}$/),
    mfa: { rev, factors, recoveryCodes },
  }
}

/** Makes the unit stale if the identity has changed since it was read. */
export const requireIdentity = (unit: Unit, { id, rev }: Pick<Identity, 'id' | 'rev'>): void => {
  if (unit.writes(identityKey(id))) return
  unit.add({ check: identityKey(id), when: '#rev = :rev', values: { ':rev': rev } })
}

const buildDeletedProblem = () => new Problem('SESSION_REVOKED', 'This account was deleted.')

/** Sets these fields. With `before`, the unit is stale if the identity has changed since it was read. */
export const changeIdentity = (unit: Unit, id: Id, changes: Partial<Identity>, before?: Identity): void => {
  const all = Object.entries({ ...changes, updatedAt: unit.now.toISOString() })
  unit.add(
    {
      update: identityKey(id),
      set: `SET ${all.map(([name]) => `#${name} = :${name}`).join(', ')}, #rev = #rev + :one`,
      when: before ? '#rev = :before' : 'attribute_exists(pk) AND attribute_not_exists(#deletedAt)',
      values: {
        ...Object.fromEntries(all.map(([name, value]) => [`:${name}`, value])),
        ':one': 1,
        ...(before && { ':before': before.rev }),
      },
    },
    before ? undefined : { refuse: buildDeletedProblem },
  )
}
