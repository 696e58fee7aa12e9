import { expect, it } from 'vitest'
import { registerPartition } from '../../lib/billing/numbering/number-store.ts'
import { app } from '../../lib/platform/app/app.ts'
import { anInvoice } from '../support/builders.ts'
import { aMember } from '../support/client.ts'

const AUDIT = '/api/billing/number-audit'
const year = new Date().getUTCFullYear()
const number = (seq: number) => `INV-${year}-${String(seq).padStart(5, '0')}`

it('proves that there is no gap, and explains chosen, skipped and cancelled numbers', async () => {
  const member = await aMember()
  const issue = (id: string, invoiceNumber?: string) =>
    member.post(`/api/billing/invoices/${id}/issue`, { invoiceNumber })
  const drafts = await Promise.all(Array.from({ length: 5 }, () => anInvoice(member)))
  const [a, b, c, d, e] = drafts.map(({ id }) => id)
  await issue(a, number(2))
  await issue(b)
  await issue(c)
  await issue(d, 'RE-7')
  await member.post(`/api/billing/invoices/${c}/cancel`, { reason: 'Wrong partner' })
  await issue(e)

  const { body } = await member.get(AUDIT)
  expect(body).toMatchObject({
    '@type': 'NumberAudit',
    series: 'invoice',
    year,
    isComplete: true,
    sequences: [{ sequence: `INV-${year}-{seq}`, last: 4, numbers: 4, missing: [] }],
  })
  expect(body.explained).toEqual([
    { number: number(2), documentId: a, why: 'skipped', reason: null },
    { number: number(2), documentId: a, why: 'chosen', reason: null },
    { number: number(3), documentId: c, why: 'cancelled', reason: 'Wrong partner' },
    { number: 'RE-7', documentId: d, why: 'chosen', reason: null },
  ])
  expect((await member.get(`${AUDIT}?year=${year - 1}`)).body).toMatchObject({ isComplete: null, sequences: [] })
  expect((await member.get(`${AUDIT}?series=credit_note`)).body).toMatchObject({
    isComplete: null,
    sequences: [],
    explained: [],
  })
})

it('reports a missing number', async () => {
  const member = await aMember()
  for (let i = 0; i < 3; i++) await anInvoice(member, { issueImmediately: true })
  const key = { pk: registerPartition(member.tenant, `invoice#INV-${year}-{seq}`), sk: '000000000002' }
  await app().db.transact([{ delete: key }])
  expect((await member.get(AUDIT)).body).toMatchObject({
    isComplete: false,
    sequences: [{ last: 3, numbers: 2, missing: [2] }],
  })
})
