import { expect, it } from 'vitest'
import { handler } from '../../functions/billing/every-quarter-hour-follow-invoices.ts'
import { anInvoice, aPartner } from '../support/builders.ts'
import { aMember } from '../support/client.ts'
import { chance } from '../support/seed.ts'
import { shuffled } from '../support/shuffle.ts'
import { listEvents } from './events.ts'

const ROUNDS = Number(process.env.RACES ?? 25)

const begin = async () => {
  const member = await aMember()
  return { member, partnerId: (await aPartner(member)).id }
}

it('has one outcome, which the events report, when an invoice is paid, cancelled, credited and overdue at once', {
  timeout: 60_000 + ROUNDS * 5000,
}, async () => {
  const outcomes = new Map<string, number>()
  const random = chance()
  let { member, partnerId } = await begin()
  for (let round = 0; round < ROUNDS; round++) {
    if (round % 25 === 24) ({ member, partnerId } = await begin())
    const { id, grandTotal } = await anInvoice(member, { partnerId, dueDate: '2020-01-01', issueImmediately: true })
    const path = `/api/billing/invoices/${id}`
    const statuses = new Map<string, number>()
    const ask = (name: string, url: string, body: object) => async () => {
      statuses.set(name, (await member.post(url, body)).status)
    }
    await Promise.all(
      // The first request sent usually completes first.
      shuffled(
        [
          ask('pay', `${path}/mark-paid`, {}),
          ask('pay again', `${path}/mark-paid`, {}),
          ask('cancel', `${path}/cancel`, { reason: 'Race' }),
          ask('credit', '/api/billing/credit-notes', { invoiceId: id, reason: 'Race', issueImmediately: true }),
          () => handler({}),
        ],
        random() * 2 ** 31,
      ).map((start) => start()),
    )
    const { body } = await member.get(path)
    const has = (name: string) => statuses.get(name) === 200 || statuses.get(name) === 201
    const paid = [has('pay'), has('pay again')].filter(Boolean).length
    const about = JSON.stringify({ status: body.status, ...Object.fromEntries(statuses) })
    for (const status of statuses.values()) expect([200, 201, 409], about).toContain(status)
    expect(paid, about).toBeLessThanOrEqual(1)
    expect(has('cancel') && (paid === 1 || has('credit')), about).toBe(false)
    expect(paid === 1 || has('cancel'), about).toBe(true)
    expect(body.status, about).toBe(paid ? 'paid' : 'cancelled')
    expect(body.creditedAmount, about).toBe(has('credit') ? grandTotal : 0)
    const count = async (topic: Parameters<typeof listEvents>[1]) => (await listEvents(member.tenant, topic, id)).length
    expect(await count('finance.invoice.issued'), about).toBe(1)
    expect(await count('finance.invoice.paid'), about).toBe(paid)
    expect(await count('finance.invoice.overdue'), about).toBeLessThanOrEqual(1)
    const { body: notes } = await member.get(`/api/billing/credit-notes?invoiceId=${id}`)
    expect(notes.totalItems, about).toBe(has('credit') ? 1 : 0)
    for (const note of notes.member)
      expect(await listEvents(member.tenant, 'finance.creditnote.issued', note.id), about).toHaveLength(1)
    const outcome = `${body.status}${has('credit') ? ' and credited' : ''}`
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
  if (ROUNDS > 100) process.stdout.write(`${JSON.stringify(Object.fromEntries(outcomes))}\n`)
  expect((await member.get('/api/billing/number-audit')).body.isComplete).toBe(true)
})
