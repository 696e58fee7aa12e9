import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { SEQUENCE_LOCK, sequenceKey } from '../../lib/billing/numbering/number-store.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { claim } from '../../lib/platform/store/table/lease.ts'
import { listWrites } from '../generated/writes.ts'
import { anInvoice, aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'

const INVOICES = '/api/billing/invoices'
const year = new Date().getUTCFullYear()
const number = (seq: number) => `INV-${year}-${String(seq).padStart(5, '0')}`

let owner: Member
let partnerId: string
beforeAll(async () => {
  owner = await aMember()
  partnerId = (await aPartner(owner)).id
})

const wanted = () => ({
  partnerId,
  dueDate: '2099-03-31',
  currencyCode: 'EUR',
  lineItems: [{ description: 'Storage', quantity: 1, unitPrice: 11_900 }],
  issueImmediately: true,
})

const trying = async (member: Member, url: string, body?: object, headers: Record<string, string> = {}) => {
  let answer: Awaited<ReturnType<Member['post']>> | undefined
  const written = await listWrites(member.tenant, async () => {
    answer = await member.post(`${url}?dryRun=true`, body, headers)
  })
  expect(written).toEqual([])
  if (!answer) throw new Error('nothing was answered')
  return answer
}

describe('a dry run', () => {
  it('answers the number that the request would get, as often as it is asked, and uses none up', async () => {
    const member = await aMember()
    const body = { ...wanted(), partnerId: (await aPartner(member)).id }
    for (let times = 0; times < 2; times++) {
      const tried = await trying(member, INVOICES, body)
      expect([tried.status, tried.body.status, tried.body.invoiceNumber]).toEqual([200, 'issued', number(1)])
      expect((await member.get(`${INVOICES}/${tried.body.id}`)).status).toBe(404)
    }
    expect((await member.post(INVOICES, body)).body.invoiceNumber).toBe(number(1))
    expect((await trying(member, INVOICES, body)).body.invoiceNumber).toBe(number(2))
    expect((await member.get('/api/billing/number-audit')).body.isComplete).toBe(true)
  })

  it('skips a number that somebody has chosen, without a lock of the sequence', async () => {
    const member = await aMember()
    const { id } = await anInvoice(member)
    await member.post(`${INVOICES}/${id}/issue`, { invoiceNumber: number(1) })
    const draft = await anInvoice(member)
    const tried = await trying(member, `${INVOICES}/${draft.id}/issue`, {})
    expect(tried.body.invoiceNumber).toBe(number(2))
    expect((await member.post(`${INVOICES}/${draft.id}/issue`, {})).body.invoiceNumber).toBe(number(2))
  })

  it('does not wait for requests that are assigning numbers', async () => {
    const member = await aMember()
    const draft = await anInvoice(member)
    const now = app().clock()
    const until = new Date(now.getTime() + 60_000)
    const key = sequenceKey(member.tenant, `invoice#INV-${year}-{seq}`)
    expect(await claim(app().db, SEQUENCE_LOCK, key, { by: 'another', now, until })).toBeDefined()
    expect((await trying(member, `${INVOICES}/${draft.id}/issue`, {})).body.invoiceNumber).toBe(number(1))
  })

  it('is refused as the request itself would be', async () => {
    const { id, invoiceNumber } = await anInvoice(owner, { issueImmediately: true })
    const issue = await trying(owner, `${INVOICES}/${id}/issue`, {})
    expect([issue.status, issue.body.errorCode]).toEqual([409, 'OPERATION_NOT_ALLOWED'])
    const draft = await anInvoice(owner)
    const taken = await trying(owner, `${INVOICES}/${draft.id}/issue`, { invoiceNumber })
    expect([taken.status, taken.body.errorCode]).toEqual([409, 'ALREADY_EXISTS'])
    const old = await trying(owner, `${INVOICES}/${draft.id}/issue`, {}, { 'if-match': '"9"' })
    expect([old.status, old.body.errorCode]).toEqual([412, 'PRECONDITION_FAILED'])
    const wrong = await trying(owner, INVOICES, { ...wanted(), partnerId: draft.id, currencyCode: 'EURO' })
    expect(wrong.body.violations).toMatchObject([{ propertyPath: 'currencyCode' }])
    const key = await trying(owner, INVOICES, wanted(), { 'idempotency-key': ' ' })
    expect(key.body.violations).toMatchObject([{ propertyPath: 'Idempotency-Key' }])
    const reader = await aMember({ tenant: owner.tenant, scopes: ['billing:invoice:read'] })
    expect((await trying(reader, INVOICES, wanted())).body.errorCode).toBe('SCOPE_MISSING')
  })

  it('is refused by the conditions of its writes, as by days that are settled already', async () => {
    const member = await aMember()
    const own = { partnerId: (await aPartner(member)).id, basis: 'period', currency: 'EUR' }
    const settle = (startDate: string, endDate: string) => ({ ...own, period: { startDate, endDate } })
    await member.post('/api/billing/settlements', settle('2026-03-01', '2026-03-31'))
    const refused = await trying(member, '/api/billing/settlements', settle('2026-03-10', '2026-04-10'))
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'ALREADY_EXISTS'])
    const next = await trying(member, '/api/billing/settlements', settle('2026-04-01', '2026-04-30'))
    expect([next.status, next.body.settlementNumber]).toEqual([200, `SET-${year}-00002`])
  })

  it('does not count as the first request with its key, nor is it answered with the answer to one', async () => {
    const key = { 'idempotency-key': 'a key for both' }
    expect((await trying(owner, INVOICES, wanted(), key)).status).toBe(200)
    const { status, body } = await owner.post(INVOICES, wanted(), key)
    expect(status).toBe(201)
    const tried = await trying(owner, INVOICES, wanted(), key)
    expect([tried.status, tried.headers['Idempotency-Replayed']]).toEqual([200, undefined])
    expect(tried.body.invoiceNumber).not.toBe(body.invoiceNumber)
    expect((await owner.post(INVOICES, wanted(), key)).headers['Idempotency-Replayed']).toBe('true')
  })

  it('counts for the rate limit', async () => {
    // Both requests belong to one minute.
    const now = app().clock()
    useApp({ ...app(), clock: () => now })
    onTestFinished(() => useApp(undefined))
    const before = Number((await owner.get(INVOICES)).headers['X-RateLimit-Remaining'])
    const tried = await owner.post(`${INVOICES}?dryRun=true`, wanted())
    expect(Number(tried.headers['X-RateLimit-Remaining'])).toBe(before - 1)
  })

  it('false is a request as any other', async () => {
    expect((await owner.post(`${INVOICES}?dryRun=false`, wanted())).status).toBe(201)
  })
})
