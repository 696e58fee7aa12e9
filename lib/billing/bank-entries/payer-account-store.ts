import { createHash } from 'node:crypto'
import type { Id } from '../../platform/id.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { normalizeAccount } from './bank-entry.ts'

// Accounts from which partners paid:  T#<tenant>#payer-account / <digest>   the partners who paid from it, each with the
//                                                                           entry that showed it

interface PayerAccount {
  /** Partners, at most five; the latest last. */
  payers: { partnerId: Id; entryId: Id }[]
}

const MAX_PAYERS = 5

/** The number itself is personal data and is needed only for comparison, so a digest is stored. */
const payerAccountKey = (tenant: Id, account: string): Key => ({
  pk: partition(tenant, 'payer-account'),
  sk: createHash('sha256')
    .update(JSON.stringify([tenant, normalizeAccount(account)]))
    .digest('hex'),
})

const readPayers = async (db: Table, key: Key): Promise<PayerAccount['payers'] | undefined> =>
  (await db.get<PayerAccount>(key))?.payers

/** Returns the partners who paid from this account before. */
export const findPayers = async (db: Table, tenant: Id, account: string): Promise<Id[]> =>
  ((await readPayers(db, payerAccountKey(tenant, account))) ?? []).map(({ partnerId }) => partnerId)

const writePayers = (
  unit: Unit,
  key: Key,
  before: PayerAccount['payers'] | undefined,
  payers: PayerAccount['payers'],
) =>
  unit.add({
    put: { ...key, kind: 'payer-account', payers },
    ...(before ? { when: '#payers = :payers', values: { ':payers': before } } : { when: 'attribute_not_exists(pk)' }),
  })

/** Remembers that the partner pays from this account, as a confirmed entry showed. */
export const learnPayer = async (
  db: Table,
  unit: Unit,
  account: string,
  { partnerId, entryId }: PayerAccount['payers'][number],
): Promise<void> => {
  const key = payerAccountKey(unit.tenant, account)
  const before = await readPayers(db, key)
  if (before?.some((each) => each.partnerId === partnerId)) return
  writePayers(unit, key, before, [...(before ?? []), { partnerId, entryId }].slice(-MAX_PAYERS))
}

/** Forgets what this entry showed, because its confirmation was a mistake. */
export const forgetPayer = async (db: Table, unit: Unit, account: string, entryId: Id): Promise<void> => {
  const key = payerAccountKey(unit.tenant, account)
  const before = await readPayers(db, key)
  const payers = before?.filter((each) => each.entryId !== entryId)
  if (before && payers && payers.length < before.length) writePayers(unit, key, before, payers)
}
