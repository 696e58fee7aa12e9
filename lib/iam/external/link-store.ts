import { hash } from 'node:crypto'
import type { Id } from '../../platform/id.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { ExternalKind, ExternalPerson } from './provider.ts'

// Links:       I#external#<digest of kind, issuer and subject> / LINK   identity, by, id, provider, createdAt
//              I#<identity> / X#<digest>                                the same, to be found with the account
// assertions:  P#assertion#<digest> / SEEN                              each counts once

type External = Pick<ExternalPerson, 'issuer' | 'subject'>

/** An account of another provider that signs in to an account here. */
export interface Link {
  id: Id
  kind: ExternalKind
  /** How people know it: the host of its address where it has one. */
  provider: string
  linkedAt: string
  digest: string
}

const getProviderName = ({ issuer }: External) => (URL.canParse(issuer) && new URL(issuer).hostname) || issuer

const hashExternal = (kind: ExternalKind, { issuer, subject }: External) =>
  hash('sha256', JSON.stringify([kind, issuer, subject]), 'hex')

const linkKey = (digest: string): Key => ({ pk: `I#external#${digest}`, sk: 'LINK' })
const ownKey = (identity: Id, digest: string): Key => ({ pk: `I#${identity}`, sk: `X#${digest}` })

/** The account that the provider's account belongs to; it may be deleted by now. */
export const findLink = async (db: Table, kind: ExternalKind, external: External): Promise<Id | undefined> =>
  (await db.get(linkKey(hashExternal(kind, external))))?.identity as Id | undefined

/** Links the provider's account, in the place of a link that was found to lead nowhere; tells what the provider is called. */
export const putLink = (
  unit: Unit,
  kind: ExternalKind,
  external: External,
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

/** All links of the account, newest first. */
export const listLinks = async (db: Table, identity: Id): Promise<Link[]> => {
  const items = await db.query({ pk: `I#${identity}`, prefix: 'X#' })
  return items
    .map(({ id, by, provider, createdAt, sk }) => ({
      id: id as Id,
      kind: by as ExternalKind,
      provider: provider as string,
      linkedAt: createdAt as string,
      digest: sk.slice('X#'.length),
    }))
    .sort((a, b) => (a.id < b.id ? 1 : -1))
}

/** Takes the link away, where it stands as it was found. */
export const removeLink = (unit: Unit, identity: Id, { id, digest }: Link): void => {
  const asFound = { when: '#id = :id', values: { ':id': id } }
  unit.add({ delete: linkKey(digest), ...asFound })
  unit.add({ delete: ownKey(identity, digest), ...asFound })
}

/** Takes away the links to a deleted account; its own part of them goes with the account. */
export const eraseLinks = async ({ db }: { db: Table }, { identity }: { identity: Id }): Promise<void> => {
  const own = await db.query({ pk: `I#${identity}`, prefix: 'X#' })
  for (const { sk } of own)
    await db.transact([
      { delete: linkKey(sk.slice('X#'.length)), when: '#identity = :id', values: { ':id': identity } },
    ])
}

/** Lets the assertion count this once, as long as any provider could hold it valid. */
export const consumeAssertion = (unit: Unit, digest: string, whenSeen: () => Error): void => {
  const expiresAt = Math.floor(unit.now.getTime() / 1000) + 24 * 3600
  const item = { pk: `P#assertion#${digest}`, sk: 'SEEN', kind: 'assertion', expiresAt }
  unit.add({ put: item, when: 'attribute_not_exists(pk)' }, { refuse: whenSeen, isDecisive: true })
}
