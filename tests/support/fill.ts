import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { buildAccountKey } from '../../lib/billing/account-key.ts'
import { billUri } from '../../lib/billing/bills/bill.ts'
import type { StoredInvoice } from '../../lib/billing/invoices/invoice.ts'
import type { StoredLedgerEntry } from '../../lib/billing/ledger/ledger-entry.ts'
import { type Id, newId } from '../../lib/platform/id.ts'
import { derive } from '../../lib/platform/store/entities/derive.ts'
import {
  buildCountKey,
  CHANGES,
  COUNT_SHARDS,
  type Entity,
  newRecord,
  type Stored,
  toItem,
} from '../../lib/platform/store/entities/entity.ts'
import { type Item, MAX_ACTIONS } from '../../lib/platform/store/table/table.ts'
import type { StoredCustodian } from '../../lib/warehousing/custodian.ts'
import { findEmbeddedTable, isEmbedded } from './test-table.ts'

const MOST_PER_CALL = 25
const CALLS_AT_ONCE = 8

/** Makes a stored active custodian. */
export const storedCustodian = (at: Date, fields: Partial<StoredCustodian> = {}): StoredCustodian => {
  const id = fields.id ?? newId(at)
  return {
    ...newRecord(id),
    partnerId: newId(at),
    partnerName: 'Nordlicht',
    type: 'custom',
    name: 'Lager',
    status: 'active',
    enabledCapabilities: [],
    connectionConfigured: false,
    sealedConnection: null,
    ...fields,
  }
}

/** Makes a stored invoice of 119.00 EUR without its lines. */
export const storedInvoice = (at: Date, fields: Partial<StoredInvoice> = {}): StoredInvoice => {
  const id = fields.id ?? newId(at)
  return {
    ...newRecord(id),
    partnerId: newId(at),
    partnerName: 'Nordlicht',
    currencyCode: 'EUR',
    status: 'issued',
    invoiceNumber: null,
    dueDate: '2026-03-31',
    supplyDate: '2026-03-01',
    supplyPeriod: null,
    deliverTo: null,
    dispatchCountry: null,
    pricesIncludeTax: false,
    subtotal: 10_000,
    taxTotal: 1900,
    grandTotal: 11_900,
    credited: 0,
    creditIssued: 0,
    applied: 0,
    creditToApply: 0,
    allocated: 0,
    closing: null,
    notes: null,
    lineItemCount: 1,
    issuedAt: at.toISOString(),
    paidAt: null,
    cancelledAt: null,
    cancellationReason: null,
    paymentReference: null,
    channelId: null,
    recurringProfileId: null,
    periodStart: null,
    drawing: null,
    reminders: [],
    remindersStoppedAt: null,
    reminded: {},
    ...fields,
  }
}

/** Makes the ledger entry of a bill of 119.00 EUR that is due in thirty days. */
export const storedLedgerEntry = (at: Date, fields: Partial<StoredLedgerEntry> = {}): StoredLedgerEntry => {
  const id = fields.id ?? newId(at)
  const partnerId = fields.partnerId ?? newId(at)
  const dueAt = new Date(at.getTime() + 30 * 86_400_000).toISOString()
  return {
    ...newRecord(id),
    partnerId,
    currency: 'EUR',
    recordKind: 'bill',
    recordId: id,
    ref: billUri(id),
    number: 'R-1',
    issuedAt: at.toISOString(),
    dueAt,
    amount: 11_900,
    account: buildAccountKey(partnerId, 'EUR'),
    dueDay: dueAt.slice(0, 10),
    daysLate: -30,
    ...fields,
  }
}

/** Lists everything that is stored for these resources in an empty list. */
export const listItems = <T extends Stored>(kind: Entity<T>, tenant: Id, records: readonly T[]): Item[] => {
  const items: Item[] = []
  const counts = new Map<string, Item>()
  for (const [i, record] of records.entries()) {
    const derived = derive(kind, tenant, record)
    items.push(toItem(kind, tenant, record), ...derived.rows.values(), ...derived.unique.values())
    for (const { bucket, adds } of derived.counts) {
      const key = buildCountKey(bucket, i % COUNT_SHARDS)
      const place = `${key.pk} ${key.sk}`
      const node: Item = counts.get(place) ?? { ...key }
      for (const [name, by] of Object.entries({ ...adds, [CHANGES]: 1 }))
        node[name] = ((node[name] as number | undefined) ?? 0) + by
      counts.set(place, node)
    }
  }
  return [...items, ...counts.values()]
}

/** Writes many resources to an empty list at once, with everything derived from them. */
export const fill = <T extends Stored>(table: string, kind: Entity<T>, tenant: Id, records: readonly T[]) =>
  writeItems(table, listItems(kind, tenant, records))

const writeEmbedded = async (table: string, given: readonly Item[]) => {
  const items = [...given]
  for (let batch = items.splice(-MAX_ACTIONS); batch.length; batch = items.splice(-MAX_ACTIONS))
    await findEmbeddedTable(table).transact(batch.map((put) => ({ put })))
}

export const writeItems = async (table: string, given: readonly Item[]) => {
  if (isEmbedded) return await writeEmbedded(table, given)
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}))
  const items = [...given]
  const write = async () => {
    for (let batch = items.splice(-MOST_PER_CALL); batch.length; batch = items.splice(-MOST_PER_CALL)) {
      let asked = { [table]: batch.map((Item) => ({ PutRequest: { Item } })) } as Record<string, object[]> | undefined
      while (asked && Object.keys(asked).length)
        asked = (await client.send(new BatchWriteCommand({ RequestItems: asked }))).UnprocessedItems
    }
  }
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, write))
  client.destroy()
}
