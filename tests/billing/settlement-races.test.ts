import { expect, it } from 'vitest'
import { handler } from '../../functions/billing/every-quarter-hour-settle.ts'
import { app } from '../../lib/platform/app/app.ts'
import { partition } from '../../lib/platform/store/entities/entity.ts'
import { aPartner } from '../support/builders.ts'
import { aMember } from '../support/client.ts'
import { chance } from '../support/seed.ts'
import { shuffled } from '../support/shuffle.ts'
import { listEvents } from './events.ts'
import { aCharge, aLine, findFaults, MARCH, of, readBooks, settle } from './settling.ts'

const ROUNDS = Number(process.env.RACES ?? 10)

it('has one history, which events and ledger report, when a settlement is approved, paid, rejected, extended and locked at once', {
  timeout: 60_000 + ROUNDS * 8000,
}, async () => {
  const histories = new Map<string, number>()
  const random = chance()
  let member = await aMember()
  for (let round = 0; round < ROUNDS; round++) {
    if (round % 20 === 19) member = await aMember()
    const { id: partnerId } = await aPartner(member)
    const charge = await aCharge(member, partnerId)
    const { body: made } = await settle(member, partnerId, { period: MARCH })
    const statuses = new Map<string, number>()
    const ask = (name: string, action: string, body: object) => async () => {
      statuses.set(name, (await member.post(of(made, action), body)).status)
    }
    const paid = { paymentReference: 'SEPA 4711' }
    const asked = [
      ask('approve', 'approve', {}),
      ask('approve again', 'approve', {}),
      ask('reject', 'reject', { reason: 'Race' }),
      ask('pay', 'mark-paid', paid),
      ask('pay again', 'mark-paid', paid),
      ask('line', 'line-items', aLine({ amount: 7 })),
      () => handler({}),
    ]
    await Promise.all(shuffled(asked, random() * 2 ** 31).map((start) => start()))
    const { body } = await member.get(of(made))
    const about = JSON.stringify({ status: body.status, ...Object.fromEntries(statuses) })
    for (const status of statuses.values()) expect([200, 409], about).toContain(status)
    const times = (...names: string[]) => names.filter((name) => statuses.get(name) === 200).length
    const [approved, payments, rejected] = [
      times('approve', 'approve again'),
      times('pay', 'pay again'),
      times('reject'),
    ]
    expect(approved, about).toBeLessThanOrEqual(1)
    expect(payments, about).toBeLessThanOrEqual(approved)
    expect(rejected + payments, about).toBeLessThanOrEqual(1)
    expect(approved + rejected, about).toBeGreaterThanOrEqual(1)
    expect(body.status, about).toBe(rejected ? 'rejected' : payments ? 'paid' : 'approved')
    const total = 4250 + 7 * times('line')
    expect(body.totalAmount, about).toBe(total)
    const count = async (topic: Parameters<typeof listEvents>[1]) =>
      (await listEvents(member.tenant, topic, made.id)).length
    expect(await count('finance.settlement.created'), about).toBe(1)
    expect(await count('finance.settlement.posted'), about).toBe(approved)
    expect(await count('finance.outgoing_payment.submitted'), about).toBe(approved)
    expect(await count('finance.settlement.paid'), about).toBe(payments)
    expect(await count('finance.outgoing_payment.completed'), about).toBe(payments)
    const entries = await app().db.query({
      pk: partition(member.tenant, 'ledger-entry'),
    })
    const posted = entries.filter(({ recordId }) => recordId === made.id).map(({ amount }) => amount)
    const expected = [total, ...(rejected ? [-total] : []), ...(payments ? [-total] : [])]
    expect(posted.sort(), about).toEqual(approved ? expected.sort() : [])
    const { body: after } = await member.get(`/api/billing/charges/${charge.id}`)
    expect(after.settlementId, about).toBe(rejected ? null : made.id)
    expect(findFaults(await readBooks(member.tenant)), about).toEqual([])
    const history = `${approved ? 'approved, ' : ''}${body.status}${times('line') ? ' with a line' : ''}`
    histories.set(history, (histories.get(history) ?? 0) + 1)
  }
  if (ROUNDS > 100) process.stdout.write(`${JSON.stringify(Object.fromEntries(histories))}\n`)
})
