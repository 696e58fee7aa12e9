import { hash } from 'node:crypto'
import type { ExternalKind } from '../../../schemas/iam/external.ts'
import type { Id } from '../../platform/id.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { ExternalPerson } from './provider.ts'

// Links:       I#external#<digest of kind, issuer and subject> / LINK   identity, by, id, provider, createdAt
//              I#<identity> / X#<digest>                                a copy, to list the links of an account
// assertions:  P#assertion#<digest> / SEEN                              used ones, so that each works once

type ExternalAccount = Pick<ExternalPerson, 'issuer' | 'subject'>

/** Link from a provider's account to an account here. */
export interface Link {
  id: Id
  kind: ExternalKind
  /** Name for people: the host of the issuer if it is a URL. */
  provider: string
  linkedAt: string
  digest: string
}

const getProviderName = ({ issuer }: ExternalAccount) => (URL.canParse(issuer) && new URL(issuer).hostname) || issuer

const hashExternal = (kind: ExternalKind, { issuer, subject }: ExternalAccount) =>
  hash('sha256', JSON.stringify([kind, issuer, subject]), 'hex')

const linkKey = (digest: string): Key => ({ pk: `I#external#${digest}`, sk: 'LINK' })
const ownKey = (identity: Id, digest: string): Key => ({ pk: `I#${identity}`, sk: `X#${digest}` })

/** Returns the linked identity, which may have been deleted. */
export const findLink = async (db: Table, kind: ExternalKind, external: ExternalAccount): Promise<Id | undefined> =>
  (await db.get<{ identity?: Id }>(linkKey(hashExternal(kind, external))))?.identity

/** Links the provider's account; `before` is the deleted identity of a link to replace. Returns the provider's name. */
export const putLink = (
  unit: Unit,
  kind: ExternalKind,
  external: ExternalAccount,
  identity: Id,
  before: Id | undefined,
): string => {
  const condition = before
    ? { when: '#identity = :before', values: { ':before': before } }
    : { when: 'attribute_not_exists(pk)' }
  const digest = hashExternal(kind, external)
  const [id, provider, createdAt] = [unit.newId(), getProviderName(external), unit.now.toISOString()]
  const link = { kind: 'link', id, identity, by: kind, provider, createdAt }
  unit.add({ put: { ...linkKey(digest), ...link }, ...condition })
  unit.add({ put: { ...ownKey(identity, digest), ...link } })
  return provider
}

interface StoredLink {
  id: Id
  by: ExternalKind
  provider: string
  createdAt: string
}

/** Lists the links of the account, newest first. */
export const listLinks = async (db: Table, identity: Id): Promise<Link[]> => {
  const items = await db.query<StoredLink>({ pk: `I#${identity}`, prefix: 'X#' })
  return items
    .map(({ id, by, provider, createdAt, sk }) => ({
      id,
      kind: by,
      provider,
      linkedAt: createdAt,
      digest: sk.slice('X#'.length),
    }))
    .sort((a, b) => (a.id < b.id ? 1 : -1))
}

/** Deletes both items of a link; the unit is stale if it has changed since it was read. */
export const removeLink = (unit: Unit, identity: Id, { id, digest }: Link): void => {
  const unchanged = { when: '#id = :id', values: { ':id': id } }
  unit.add({ delete: linkKey(digest), ...unchanged })
  unit.add({ delete: ownKey(identity, digest), ...unchanged })
}

/** Deletes the links to a deleted account; their copies under the identity are erased with the account. */
export const eraseLinks = async ({ db }: { db: Table }, { identity }: { identity: Id }): Promise<void> => {
  const own = await db.query({ pk: `I#${identity}`, prefix: 'X#' })
  for (const { sk } of own)
    await db.transact([
      { delete: linkKey(sk.slice('X#'.length)), when: '#identity = :id', values: { ':id': identity } },
    ])
}

/** Records the assertion as used for 24 hours, longer than any provider keeps it valid; refuses it if it was used. */
export const consumeAssertion = (unit: Unit, digest: string, whenSeen: () => Error): void => {
  const expiresAt = Math.floor(unit.now.getTime() / 1000) + 24 * 3600
  const item = { pk: `P#assertion#${digest}`, sk: 'SEEN', kind: 'assertion', expiresAt }
  unit.add({ put: item, when: 'attribute_not_exists(pk)' }, { refuse: whenSeen, isDecisive: true })
}
