import { afterEach, beforeEach, expect, it } from 'vitest'
import { sequenceKey } from '../../lib/billing/numbering/number-store.ts'
import { app, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { type Action, keyOf, type Table } from '../../lib/platform/store/table/table.ts'
import { aChannel, anInvoice, aPartner } from '../support/builders.ts'
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

const key = () => sequenceKey(owner.tenant, `invoice#${SEQUENCE}`)
const isOfSequence = (action: Action) => keyOf(action).pk === key().pk && keyOf(action).sk === key().sk

/** Installs an app whose table calls these functions first. */
const watchTable = (before: {
  update?: (action: Action) => unknown
  transact?: (all: readonly Action[]) => unknown
}) => {
  const made = makeApp(readConfig())
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

/** Issues invoices with the first numbers of the sequence, chosen by hand. */
const issueChosen = async (count: number) => {
  const issueOne = async (seq: number) => {
    const { id } = await anInvoice(owner, { partnerId })
    return await owner.post(`/api/billing/invoices/${id}/issue`, { invoiceNumber: formatNumber(seq) })
  }
  for (let seq = 1; seq <= count; seq += 5) {
    const answers = await Promise.all(Array.from({ length: 5 }, (_, i) => issueOne(seq + i)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  }
}

it('skips any number of chosen numbers in a row, also in a dry run', async () => {
  await issueChosen(45)
  const next = await anInvoice(owner, { partnerId })
  const tried = await owner.post(`/api/billing/invoices/${next.id}/issue?dryRun=true`)
  expect([tried.body.invoiceNumber, await readLast()]).toEqual([formatNumber(46), undefined])
  expect((await issue(next)).body.invoiceNumber).toBe(formatNumber(46))
  expect((await issue(await anInvoice(owner, { partnerId }))).body.invoiceNumber).toBe(formatNumber(47))
  expect((await owner.get('/api/billing/number-audit')).body).toMatchObject({
    isComplete: true,
    sequences: [{ sequence: SEQUENCE, last: 47, numbers: 47, missing: [] }],
  })
})

it('leaves fewer chosen numbers to the next request if it ends while it skips them, and no gap', async () => {
  await issueChosen(25)
  const next = await anInvoice(owner, { partnerId })
  const isLast = (action: Action) => isOfSequence(action) && 'put' in action && action.put.last === 26
  watchTable({
    transact(actions) {
      if (actions.some(isLast)) throw new Error('The process ended.')
    },
  })
  expect((await issue(next)).status).toBe(500)
  useApp(undefined)
  expect(await readLast()).toBeGreaterThan(20)
  const { clock } = app()
  app().clock = () => new Date(clock().getTime() + 4000)
  expect((await issue(next)).body.invoiceNumber).toBe(formatNumber(26))
  app().clock = clock
  expect((await owner.get('/api/billing/number-audit')).body).toMatchObject({
    isComplete: true,
    sequences: [{ last: 26, numbers: 26, missing: [] }],
  })
})

const set = (values: Record<string, unknown>) =>
  owner.put('/api/configuration/settings/bulk', {
    settings: Object.entries(values).map(([setting, value]) => ({ key: setting, value })),
  })
const credit = async (invoiceId: string) =>
  (await owner.post('/api/billing/credit-notes', { invoiceId, reason: 'Damaged goods', issueImmediately: true })).body
const issueNow = (fields: object = {}) => anInvoice(owner, { partnerId, issueImmediately: true, ...fields })

it('numbers each series on its own, also if the patterns of two are equal', async () => {
  const pattern = '{year}-{seq}'
  await set({ 'billing.invoiceNumberPattern': pattern, 'billing.creditNoteNumberPattern': pattern })
  const first = await issueNow()
  const note = await credit(first.id)
  const second = await issueNow()
  expect([first.invoiceNumber, note.creditNoteNumber, second.invoiceNumber]).toEqual([
    `${year}-00001`,
    `${year}-00001`,
    `${year}-00002`,
  ])
  for (const [series, last] of Object.entries({ invoice: 2, credit_note: 1 }))
    expect((await owner.get(`/api/billing/number-audit?series=${series}`)).body).toMatchObject({
      isComplete: true,
      sequences: [{ sequence: `${year}-{seq}`, last, numbers: last, missing: [] }],
    })
})

it('contains the code of the sales channel, and each code has numbers of its own', async () => {
  const pattern = '{series}-{channel}-{year}-{seq}'
  await set({ 'billing.invoiceNumberPattern': pattern, 'billing.creditNoteNumberPattern': pattern })
  const [tea, wine] = [await aChannel(owner, { code: 'TEA' }), await aChannel(owner, { code: 'WINE' })]
  const draft = await anInvoice(owner, { partnerId, channelId: tea.id })
  expect((await issue(draft)).body.invoiceNumber).toBe(`INV-TEA-${year}-00001`)
  expect((await issueNow({ channelId: wine.id })).invoiceNumber).toBe(`INV-WINE-${year}-00001`)
  expect((await issueNow({ channelId: tea.id })).invoiceNumber).toBe(`INV-TEA-${year}-00002`)
  expect((await issueNow()).invoiceNumber).toBe(formatNumber(1))
  expect((await credit(draft.id)).creditNoteNumber).toBe(`CN-TEA-${year}-00001`)
  const { body } = await owner.get('/api/billing/number-audit')
  expect(body.isComplete).toBe(true)
  expect(body.sequences.map(({ sequence, last }: { sequence: string; last: number }) => [sequence, last])).toEqual([
    [SEQUENCE, 1],
    [`INV-TEA-${year}-{seq}`, 2],
    [`INV-WINE-${year}-{seq}`, 1],
  ])
})

it('gives each of twelve invoices that are issued at once its own number without a gap', async () => {
  const all = await Promise.all(Array.from({ length: 12 }, () => anInvoice(owner, { partnerId })))
  const answers = await Promise.all(all.map(issue))
  const numbers = answers.map(({ body }) => body.invoiceNumber).sort()
  expect(numbers).toEqual(all.map((_, i) => formatNumber(i + 1)))
  expect((await owner.get('/api/billing/number-audit')).body.isComplete).toBe(true)
})
