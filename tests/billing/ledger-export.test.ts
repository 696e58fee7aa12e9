import { beforeAll, describe, expect, it } from 'vitest'
import { COLLECTIONS } from '../../functions/data-exchange/exports/collections.ts'
import { buildAccountKey } from '../../lib/billing/account-key.ts'
import { ledgerEntries } from '../../lib/billing/ledger/ledger-store.ts'
import { findExport } from '../../lib/data-exchange/exports/export-store.ts'
import { writeExport } from '../../lib/data-exchange/exports/write-export.ts'
import { app } from '../../lib/platform/app/app.ts'
import { EXPORTS, readCsv } from '../data-exchange/exporting.ts'
import { anInvoice, aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { fill, storedLedgerEntry } from '../support/fill.ts'
import { PAYMENTS, pay, readBalance } from './paying.ts'

const LEDGER = '/api/billing/ledger/export'

type Row = Record<string, string>

const read = async (member: Pick<Member, 'get'>, query = ''): Promise<Row[]> => {
  const { status, text } = await member.get(`${LEDGER}?${query}`)
  expect(status).toBe(200)
  return readCsv(text)
}

const sum = (rows: readonly Row[]) => rows.reduce((total, { amount }) => total + Number(amount), 0)

/** Does everything that posts something for two partners in two currencies. */
const trade = async (member: Member) => {
  const [{ id: buyer }, { id: supplier }] = [await aPartner(member), await aPartner(member)]
  const issue = (fields: object = {}) => anInvoice(member, { partnerId: buyer, issueImmediately: true, ...fields })
  const [first, second, cancelled] = [await issue(), await issue(), await issue()]
  await issue({ currencyCode: 'USD' })
  await member.post(`/api/billing/invoices/${cancelled.id}/cancel`, { reason: 'x' })
  const paid = await pay(member, buyer, {
    ...{ amount: 11_800, fee: 100, reference: 'ORDER-1', allocations: [{ invoiceId: first.id, amount: 11_900 }] },
  })
  expect(paid.status).toBe(201)
  const { body: returned } = await pay(member, buyer, { amount: 700, receivedAt: '2026-02-10' })
  await member.post(`${PAYMENTS}/${returned.id}/reverse`, { reason: 'Returned debit' })
  const { body: over } = await pay(member, buyer, { amount: 900, receivedAt: '2026-02-10' })
  await member.post(`${PAYMENTS}/${over.id}/refund`, { amount: 400, refundedAt: '2026-02-28T10:00:00Z' })
  const note = { invoiceId: second.id, reason: 'x', issueImmediately: true }
  const { body: credit } = await member.post('/api/billing/credit-notes', note)
  await member.post(`/api/billing/credit-notes/${credit.id}/apply`)
  const { body: bill } = await member.post('/api/billing/bills', {
    ...{ partnerId: supplier, billNumber: 'NL-1', currency: 'EUR', totalAmount: 5000 },
    ...{ issuedAt: '2026-02-10', dueAt: '2026-03-10' },
  })
  return { buyer, supplier, first, credit, bill, over } as const
}

let member: Member
let done: Awaited<ReturnType<typeof trade>>
beforeAll(async () => {
  member = await aMember()
  await member.put('/api/configuration/settings/bulk', {
    settings: [{ key: 'general.timezone', value: 'Pacific/Auckland' }],
  })
  done = await trade(member)
})

describe('the export of the ledger', () => {
  it('has each entry of both accounts, whose amounts add up to the balances', async () => {
    const rows = await read(member)
    const listKinds = (account: string) =>
      rows
        .filter((row) => row.account === account)
        .map(({ kind }) => kind)
        .sort()
    expect(listKinds('receivable')).toEqual([
      ...['cancellation', 'credit_note', 'fee', 'invoice', 'invoice', 'invoice', 'invoice'],
      ...['payment', 'payment', 'payment', 'refund', 'reversal'],
    ])
    expect(listKinds('payable')).toEqual(['bill', 'credit_note'])
    const owed = (currency: string) =>
      rows.filter((row) => row.account === 'receivable' && row.currency === currency && row.partnerId === done.buyer)
    expect(sum(owed('EUR'))).toBe(await readBalance(member, done.buyer))
    expect(sum(owed('EUR'))).toBe(-500)
    expect(sum(owed('USD'))).toBe(await readBalance(member, done.buyer, 'USD'))
    for (const partnerId of [done.buyer, done.supplier]) {
      const { body } = await member.get(`/api/billing/partners/${partnerId}/statement`)
      const payable = rows.filter((row) => row.account === 'payable' && row.partnerId === partnerId)
      expect(sum(payable)).toBe(body.member[0].closingBalance)
    }
  })

  it('names the record, the day in the time zone of then, and the amount in minor units and decimals', async () => {
    const { bill, first, over, buyer, supplier } = done
    const at = (moment: string) => new Date(moment).toISOString()
    expect(await read(member, 'kind=bill')).toEqual([
      {
        ...{ id: bill.id, account: 'payable', kind: 'bill', partnerId: supplier, currency: 'EUR' },
        ...{ amount: '5000', amountDecimal: '50.00', postedOn: '2026-02-10' },
        ...{ issuedAt: at('2026-02-10T00:00:00+13:00'), dueAt: at('2026-03-10T00:00:00+13:00') },
        ...{ recordId: bill.id, ref: `commerce:///billing/bills/${bill.id}`, number: 'NL-1' },
      },
    ])
    const [fee] = await read(member, 'kind=fee')
    expect(fee).toMatchObject({ account: 'receivable', amountDecimal: '-1.00', number: 'ORDER-1', dueAt: '' })
    const [refund] = await read(member, 'kind=refund')
    expect(refund).toMatchObject({ recordId: over.id, partnerId: buyer, amount: '400', postedOn: '2026-02-28' })
    const invoiced = await read(member, 'kind=invoice')
    expect(invoiced.map(({ number }) => number)).toContain(first.invoiceNumber)
    await member.put('/api/configuration/settings/bulk', { settings: [{ key: 'general.timezone', value: 'UTC' }] })
    expect((await read(member, 'kind=bill'))[0]?.postedOn).toBe('2026-02-10')
  })

  it('has the same rows as JSON Lines', async () => {
    const { text, headers } = await member.get(`${LEDGER}?format=jsonl`)
    expect(headers['Content-Type']).toBe('application/jsonl')
    const lines = text.split('\n').slice(0, -1)
    const records = lines.map((line: string) => JSON.parse(line))
    const rows = await read(member)
    expect(records.map(({ id, amount }: { id: string; amount: number }) => [id, String(amount)])).toEqual(
      rows.map(({ id, amount }) => [id, amount]),
    )
    expect(Object.keys(records[0]).sort()).toEqual(
      Object.keys(rows[0] ?? {})
        .filter((name) => name !== 'amountDecimal')
        .sort(),
    )
  })

  it('filters by partner, currency, account, kind and day', async () => {
    const { buyer, supplier } = done
    const all = await read(member)
    const filters: [string, (row: Row) => boolean][] = [
      [`partnerId=${buyer}`, ({ partnerId }) => partnerId === buyer],
      [`partnerId=${supplier}`, ({ partnerId }) => partnerId === supplier],
      ['currency=USD', ({ currency }) => currency === 'USD'],
      ['account=payable', ({ account }) => account === 'payable'],
      [
        'account=receivable&kind=credit_note',
        ({ account, kind }) => account === 'receivable' && kind === 'credit_note',
      ],
      ['kind=payment', ({ kind }) => kind === 'payment'],
      ['postedFrom=2026-02-10&postedTo=2026-02-27', ({ postedOn }) => postedOn === '2026-02-10'],
      ['postedTo=2026-02-28', ({ postedOn = '' }) => postedOn <= '2026-02-28'],
      ['postedFrom=2026-02-28', ({ postedOn = '' }) => postedOn >= '2026-02-28'],
    ]
    for (const [query, isWanted] of filters) {
      const wanted = all.filter(isWanted)
      expect([wanted.length > 0, wanted.length < all.length], query).toEqual([true, true])
      expect(await read(member, query), query).toEqual(wanted)
    }
  })

  it('refuses filters that mean nothing, and names all of them', async () => {
    const paths = async (query: string) => {
      const { status, body } = await member.get(`${LEDGER}?${query}`)
      return [status, body.violations.map(({ propertyPath }: { propertyPath: string }) => propertyPath).sort()]
    }
    expect(await paths('account=castle&kind=castle&postedFrom=2026-02-30&partnerId=x')).toEqual([
      400,
      ['account', 'kind', 'partnerId', 'postedFrom'],
    ])
    expect(await paths('currency=ABC')).toEqual([400, ['currency']])
    expect(await paths('postedFrom=2026-03-02&postedTo=2026-03-01')).toEqual([400, ['postedTo']])
  })

  it('needs its scope and shows one tenant only', async () => {
    const operations = await aMember({ tenant: member.tenant, role: 'operations' })
    expect((await operations.get(LEDGER)).status).toBe(403)
    for (const role of ['finance', 'viewer'] as const)
      expect((await (await aMember({ tenant: member.tenant, role })).get(LEDGER)).status).toBe(200)
    expect(await read(await aMember())).toEqual([])
  })
})

it('writes a long ledger in the background, with each entry once although others are posted meanwhile', {
  timeout: 60_000,
}, async () => {
  const owner = await aMember()
  const { id: partnerId } = await aPartner(owner)
  const start = Date.UTC(2026, 0, 1)
  const entries = Array.from({ length: 1_201 }, (_, i) => {
    const at = new Date(start + i * 60_000)
    if (i % 2) return storedLedgerEntry(at, { partnerId })
    const postedOn = at.toISOString().slice(0, 10)
    return storedLedgerEntry(at, {
      ...{ partnerId, recordKind: 'invoice', account: null, dueAt: null, postedOn, dueDay: postedOn, daysLate: 0 },
      receivables: buildAccountKey(partnerId, 'EUR'),
    })
  })
  const add = (some: typeof entries) => fill(process.env.TABLE_NAME as string, ledgerEntries, owner.tenant, some)
  await add(entries)
  const { status, body } = await owner.get(`${LEDGER}?format=jsonl`)
  expect([status, body.collection, body.filename.slice(0, 15)]).toEqual([202, 'ledger_entries', 'ledger-entries-'])
  const { ledger_entries: collection } = COLLECTIONS
  let meanwhile = 0
  const disturbed: typeof collection = {
    ...collection,
    async read(...asked) {
      const at = new Date(start + ((meanwhile++ * 7919 * 60_000) % (1_201 * 60_000)) + 30_000)
      await add([storedLedgerEntry(at, { partnerId })])
      return await collection.read(...asked)
    },
  }
  const work = { tenant: owner.tenant, exportId: body.id }
  await writeExport(app(), work, app().clock(), { ...COLLECTIONS, ledger_entries: disturbed })
  expect((await findExport(app().db, owner.tenant, body.id))?.status).toBe('ready')
  expect(meanwhile).toBeGreaterThan(20)
  const { body: content } = await owner.get(`${EXPORTS}/${body.id}/content`, { accept: 'application/json' })
  const lines = (await (await fetch(content.url)).text()).split('\n').slice(0, -1)
  const ids = lines.map((line) => JSON.parse(line).id)
  const exported = new Set(ids)
  expect(exported.size).toBe(ids.length)
  expect(entries.filter(({ id }) => !exported.has(id))).toEqual([])
  const stranger = await aMember()
  expect((await stranger.get(`${EXPORTS}/${body.id}`)).status).toBe(404)
})
