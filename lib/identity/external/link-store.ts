import { hash } from 'node:crypto'
import type { Id } from '../../id.ts'
import type { Key, Table } from '../../store/table.ts'
import type { Unit } from '../../store/unit.ts'
import type { ExternalKind, ExternalPerson } from './provider.ts'

// Links:       I#external#<digest of kind, issuer and subject> / LINK   identity, kind
// assertions:  P#assertion#<digest> / SEEN                              each counts once

type External = Pick<ExternalPerson, 'issuer' | 'subject'>

const linkKey = (kind: ExternalKind, { issuer, subject }: External): Key => ({
  pk: `I#external#${hash('sha256', JSON.stringify([kind, issuer, subject]), 'hex')}`,
  sk: 'LINK',
})

/** The account that the provider's account belongs to; it may be deleted by now. */
export const findLink = async (db: Table, kind: ExternalKind, external: External): Promise<Id | undefined> =>
  (await db.get(linkKey(kind, external)))?.identity as Id | undefined

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
  const at = unit.now.toISOString()
  unit.add(
    { put: { ...linkKey(kind, external), kind: 'link', identity, by: kind, createdAt: at }, ...condition },
    'stale',
  )
}

/** Lets the assertion count this once, as long as any provider could hold it valid. */
export const spendAssertion = (unit: Unit, digest: string, whenSeen: () => Error): void => {
  const expiresAt = Math.floor(unit.now.getTime() / 1000) + 24 * 3600
  const item = { pk: `P#assertion#${digest}`, sk: 'SEEN', kind: 'assertion', expiresAt }
  unit.addDeciding({ put: item, when: 'attribute_not_exists(pk)' }, whenSeen)
}
