import { hash } from 'node:crypto'
import type { Id } from '../../id.ts'
import type { Key, Table } from '../../store/table.ts'
import type { Unit } from '../../store/unit.ts'
import type { ExternalKind, ExternalPerson } from './provider.ts'

// Links:       I#external#<digest of kind, issuer and subject> / LINK   identity, kind
//              I#<identity> / X#<digest>                                so that they can be found with the account
// assertions:  P#assertion#<digest> / SEEN                              each counts once

type External = Pick<ExternalPerson, 'issuer' | 'subject'>

const digestOf = (kind: ExternalKind, { issuer, subject }: External) =>
  hash('sha256', JSON.stringify([kind, issuer, subject]), 'hex')

const linkKey = (digest: string): Key => ({ pk: `I#external#${digest}`, sk: 'LINK' })
const ownKey = (identity: Id, digest: string): Key => ({ pk: `I#${identity}`, sk: `X#${digest}` })

/** The account that the provider's account belongs to; it may be deleted by now. */
export const findLink = async (db: Table, kind: ExternalKind, external: External): Promise<Id | undefined> =>
  (await db.get(linkKey(digestOf(kind, external))))?.identity as Id | undefined

/** Links the provider's account, in the place of a link that was found to lead nowhere. */
export const putLink = (
  unit: Unit,
  kind: ExternalKind,
  external: External,
  identity: Id,
  before: Id | undefined,
): void => {
  const condition = before
    ? { when: '#identity = :before', values: { ':before': before } }
    : { when: 'attribute_not_exists(pk)' }
  const digest = digestOf(kind, external)
  const link = { kind: 'link', identity, by: kind, createdAt: unit.now.toISOString() }
  unit.add({ put: { ...linkKey(digest), ...link }, ...condition }, 'stale')
  unit.add({ put: { ...ownKey(identity, digest), ...link } }, 'stale')
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
export const spendAssertion = (unit: Unit, digest: string, whenSeen: () => Error): void => {
  const expiresAt = Math.floor(unit.now.getTime() / 1000) + 24 * 3600
  const item = { pk: `P#assertion#${digest}`, sk: 'SEEN', kind: 'assertion', expiresAt }
  unit.addDeciding({ put: item, when: 'attribute_not_exists(pk)' }, whenSeen)
}
