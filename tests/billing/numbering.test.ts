import { afterEach, beforeEach, expect, it } from 'vitest'
import { sequenceKey } from '../../lib/billing/numbering/number-store.ts'
import { app, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { config } from '../../lib/platform/app/config.ts'
import { type Action, keyOf, type Table } from '../../lib/platform/store/table/table.ts'
import { anInvoice, aPartner } from '../support/builders.ts'
import { aMember, type Member, send } from '../support/client.ts'

const year = new Date().getUTCFullYear()
const SEQUENCE = `INV-${year}-{seq}`
const formatNumber = (seq: number) => `INV-${year}-${String(seq).padStart(5, '0')}`

let owner: Member
let partnerId: string
beforeEach(async () => {
  owner = await aMember()
  partnerId = (await aPartner(owner)).id
})
afterEach(() => useApp(undefined))

const key = () => sequenceKey(owner.tenant, SEQUENCE)
const isOfSequence = (action: Action) => keyOf(action).pk === key().pk && keyOf(action).sk === key().sk

/** Installs an app whose table calls these functions first. */
const watchTable = (before: {
  update?: (action: Action) => unknown
  transact?: (all: readonly Action[]) => unknown
}) => {
  const made = makeApp(config())
  const { db } = made
  const watched: Table = {
    ...db,
    async update(update) {
      await before.update?.(update)
      return await db.update(update)
    },
    async transact(actions, token) {
      await before.transact?.(actions)
      return await db.transact(actions, token)
    },
  }
  useApp({ ...made, db: watched })
  return db
}

/** Stores the sequence as another request leaves it. */
const putSequence = (db: Table, fields: object) =>
  db.put({ put: { ...key(), kind: 'number-sequence', series: 'invoice', year: String(year), ...fields } })

const issue = async ({ id }: { id: string }) => await owner.post(`/api/billing/invoices/${id}/issue`)
const readLast = async () => (await app().db.get<{ last: number }>(key()))?.last

it('numbers an invoice without a lock if nobody else does, in one transaction', async () => {
  const [first, second] = [await anInvoice(owner, { partnerId }), await anInvoice(owner, { partnerId })]
  let [locks, transactions] = [0, 0]
  watchTable({
    update: (action) => isOfSequence(action) && locks++,
    transact: (actions) => actions.some(isOfSequence) && transactions++,
  })
  expect((await issue(first)).body.invoiceNumber).toBe(formatNumber(1))
  expect((await issue(second)).body.invoiceNumber).toBe(formatNumber(2))
  expect([locks, transactions]).toEqual([0, 2])
})

it('waits for a request that has locked the sequence, and leaves its number alone', async () => {
  const invoice = await anInvoice(owner, { partnerId })
  const inAMinute = Date.now() + 60_000
  let transactions = 0
  let claims = 0
  const db = watchTable({
    transact: (actions) => actions.some(isOfSequence) && transactions++,
    async update(action) {
      if (!isOfSequence(action) || claims++ < 2) return
      expect(transactions).toBe(0)
      // The other request assigns the first number.
      await putSequence(db, { last: 1 })
    },
  })
  await db.update({
    update: key(),
    set: 'SET #turn = :turn, #turnUntil = :until',
    values: { ':turn': 'other', ':until': inAMinute },
  })
  expect((await issue(invoice)).body.invoiceNumber).toBe(formatNumber(2))
  expect([claims > 2, transactions]).toEqual([true, 1])
})

it('is refused before its deadline if another request has locked the sequence, and uses no number', async () => {
  const invoice = await anInvoice(owner, { partnerId })
  let left = 15_000
  let [claims, transactions] = [0, 0]
  const db = watchTable({
    transact: (actions) => actions.some(isOfSequence) && transactions++,
    update(action) {
      // Too little time for another pause remains after the second try.
      if (isOfSequence(action) && ++claims === 2) left = 1005
    },
  })
  await putSequence(db, { turn: 'other', turnUntil: Date.now() + 60_000 })
  const { status, body, headers } = await send('POST', `/api/billing/invoices/${invoice.id}/issue`, {
    headers: { authorization: `Bearer ${owner.token}` },
    context: { getRemainingTimeInMillis: () => left },
  })
  expect([status, body.errorCode, headers['Retry-After']]).toEqual([503, 'UNAVAILABLE', '1'])
  expect(body.detail).toBe('Too many documents are being numbered at the same time. Try again in a moment.')
  expect([claims, transactions]).toEqual([2, 0])
  await putSequence(db, { turnUntil: 0 })
  expect((await issue(invoice)).body.invoiceNumber).toBe(formatNumber(1))
})

it('assigns the next number if another request assigns this one after the sequence was read', async () => {
  const invoice = await anInvoice(owner, { partnerId })
  let isFirst = true
  const db = watchTable({
    async transact(actions) {
      if (!actions.some(isOfSequence) || !isFirst) return
      isFirst = false
      await putSequence(db, { last: 1 })
    },
  })
  expect((await issue(invoice)).body.invoiceNumber).toBe(formatNumber(2))
  expect(await readLast()).toBe(2)
})

it('takes its turn if another request locks the sequence after it was read', async () => {
  const invoice = await anInvoice(owner, { partnerId })
  let [isLocked, isFirst] = [false, true]
  const db = watchTable({
    async transact(actions) {
      if (!actions.some(isOfSequence) || !isFirst) return
      isFirst = false
      isLocked = true
      await putSequence(db, { turn: 'other', turnUntil: Date.now() + 60_000 })
    },
    async update(action) {
      if (!isOfSequence(action) || !isLocked) return
      isLocked = false
      await putSequence(db, { last: 1 })
    },
  })
  expect((await issue(invoice)).body.invoiceNumber).toBe(formatNumber(2))
})

it('skips a number that somebody chose before the sequence reached it', async () => {
  const [chosen, next] = [await anInvoice(owner, { partnerId }), await anInvoice(owner, { partnerId })]
  await owner.post(`/api/billing/invoices/${chosen.id}/issue`, { invoiceNumber: formatNumber(1) })
  expect((await issue(next)).body.invoiceNumber).toBe(formatNumber(2))
  const { body } = await owner.get('/api/billing/number-audit')
  expect(body).toMatchObject({ isComplete: true })
  expect(await readLast()).toBe(2)
})

it('gives each of twelve invoices that are issued at once its own number without a gap', async () => {
  const all = await Promise.all(Array.from({ length: 12 }, () => anInvoice(owner, { partnerId })))
  const answers = await Promise.all(all.map(issue))
  const numbers = answers.map(({ body }) => body.invoiceNumber).sort()
  expect(numbers).toEqual(all.map((_, i) => formatNumber(i + 1)))
  expect((await owner.get('/api/billing/number-audit')).body.isComplete).toBe(true)
})
