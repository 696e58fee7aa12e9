import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { handler } from '../../functions/billing/every-quarter-hour-follow-invoices.ts'
import { app } from '../../lib/platform/app/app.ts'
import type { Topic } from '../../lib/platform/events/outbox/outbox.ts'
import { aManualChannel, aRow, importing } from '../sales/orders.ts'
import { anInvoice } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { listEvents } from './events.ts'

const INVOICES = '/api/billing/invoices'
const OVERDUE = 'finance.invoice.overdue'
const REMINDER = 'platform.billing.invoice.reminder'

const { clock } = app()
afterEach(() => {
  app().clock = clock
})

/** Runs the schedule at the given time. */
const runAt = async (moment: string) => {
  app().clock = () => new Date(moment)
  await handler({})
  app().clock = clock
}

let member: Member
beforeEach(async () => {
  member = await aMember()
})

const set = (values: Record<string, unknown>) =>
  member.put('/api/configuration/settings/bulk', {
    settings: Object.entries(values).map(([key, value]) => ({ key, value })),
  })

/** Due on a day of the year after next, so that no other run processes the invoice. */
const year = new Date().getUTCFullYear() + 2
const due = (fields: object = {}) => anInvoice(member, { dueDate: `${year}-03-31`, issueImmediately: true, ...fields })
const readStatus = async (id: string) => (await member.get(`${INVOICES}/${id}`)).body.status
const readEvents = async (topic: Topic, id: string) =>
  (await listEvents(member.tenant, topic, id)).map(({ data }) => data)

describe('an issued invoice', () => {
  it('becomes overdue on the day after its due date, with one event', async () => {
    const { id } = await due()
    await runAt(`${year}-03-31T23:59:00Z`)
    expect(await readStatus(id)).toBe('issued')
    for (const time of ['00:00', '00:15', '12:00']) await runAt(`${year}-04-01T${time}:00Z`)
    expect(await readStatus(id)).toBe('overdue')
    expect(await readEvents(OVERDUE, id)).toMatchObject([{ invoiceId: id, daysOverdue: 1, totalAmount: 11_900 }])
  })

  it('is not overdue and has no reminder if it is due at the end of time', async () => {
    for (const dueDate of ['9999-12-25', '9999-12-31']) {
      const { id } = await due({ dueDate })
      await runAt(`${year}-04-01T00:00:00Z`)
      expect(await readStatus(id)).toBe('issued')
      expect([await readEvents(OVERDUE, id), await readEvents(REMINDER, id)]).toEqual([[], []])
    }
  })

  it.each([
    ['a free line', [{ description: 'Sample', quantity: 1, unitPrice: 0 }]],
    [
      'lines that cancel each other out',
      [
        { description: 'Storage', quantity: 1, unitPrice: 1000 },
        { description: 'Goodwill', quantity: 1, unitPrice: -1000 },
      ],
    ],
  ])(
    'over 0 for %s is never overdue and has no reminder, whether they have levels or not',
    async (_what, lineItems) => {
      const { id, grandTotal } = await due({ lineItems })
      expect(grandTotal).toBe(0)
      await runAt(`${year}-03-28T08:00:00Z`)
      await set({ 'billing.reminderLevels': [{ afterDays: 7, fee: 500 }] })
      for (const day of ['04-01', '04-07', '05-01']) await runAt(`${year}-${day}T08:00:00Z`)
      expect((await member.get(`${INVOICES}/${id}`)).body).toMatchObject({
        status: 'issued',
        openAmount: 0,
        reminderFees: 0,
      })
      expect([await readEvents(OVERDUE, id), await readEvents(REMINDER, id)]).toEqual([[], []])
    },
  )

  it('over 0 for free orders of a channel is never overdue and has no reminder', async () => {
    const channel = await aManualChannel(member)
    const lineItems = [{ name: 'Sample', quantity: 1, unitPrice: 0 }]
    await importing(member, channel.id, [aRow({ number: 'F-1', lineItems, total: 0 })])
    const { id, grandTotal, lineItemCount, status } = await due({ lineItems: undefined, channelId: channel.id })
    expect({ grandTotal, lineItemCount, status }).toEqual({ grandTotal: 0, lineItemCount: 1, status: 'issued' })
    for (const day of ['03-28', '04-01', '05-01']) await runAt(`${year}-${day}T08:00:00Z`)
    expect(await readStatus(id)).toBe('issued')
    expect([await readEvents(OVERDUE, id), await readEvents(REMINDER, id)]).toEqual([[], []])
  })

  it('becomes overdue on the day in the tenant’s time zone, on either side of the date line', async () => {
    await set({ 'general.timezone': 'Pacific/Kiritimati' })
    const early = await due()
    await runAt(`${year}-03-31T09:59:00Z`)
    expect(await readStatus(early.id)).toBe('issued')
    await runAt(`${year}-03-31T10:00:00Z`)
    expect(await readStatus(early.id)).toBe('overdue')

    await set({ 'general.timezone': 'Pacific/Pago_Pago' })
    const late = await due()
    await runAt(`${year}-04-01T10:59:00Z`)
    expect(await readStatus(late.id)).toBe('issued')
    await runAt(`${year}-04-01T11:00:00Z`)
    expect(await readStatus(late.id)).toBe('overdue')
  })

  it('follows a change of the tenant’s time zone', async () => {
    const { id } = await due()
    await set({ 'general.timezone': 'America/New_York' })
    await runAt(`${year}-04-01T00:00:00Z`)
    expect(await readStatus(id)).toBe('issued')
    await runAt(`${year}-04-01T04:00:00Z`)
    expect(await readStatus(id)).toBe('overdue')
  })

  it('has one reminder before and one after its due date', async () => {
    const { id } = await due()
    for (const day of ['03-27', '03-28', '03-29', '03-31']) await runAt(`${year}-${day}T08:00:00Z`)
    expect(await readEvents(REMINDER, id)).toMatchObject([{ isOverdue: false }])
    for (const day of ['04-01', '04-06', '04-07', '04-08', '05-01']) await runAt(`${year}-${day}T08:00:00Z`)
    expect(await readEvents(REMINDER, id)).toMatchObject([
      { isOverdue: false },
      { isOverdue: true, totalAmount: 11_900 },
    ])
    expect(await readEvents(OVERDUE, id)).toHaveLength(1)
  })

  it('is caught up with after an outage, without a reminder before a due date that is over', async () => {
    const { id } = await due()
    await runAt(`${year}-04-20T08:00:00Z`)
    await runAt(`${year}-04-20T08:15:00Z`)
    expect(await readStatus(id)).toBe('overdue')
    expect(await readEvents(OVERDUE, id)).toMatchObject([{ daysOverdue: 20 }])
    expect(await readEvents(REMINDER, id)).toMatchObject([{ isOverdue: true }])
  })

  it('has no reminders if the tenant has disabled them', async () => {
    await set({ 'billing.reminderEnabled': false })
    const { id } = await due()
    await runAt(`${year}-04-20T08:00:00Z`)
    expect(await readStatus(id)).toBe('overdue')
    expect(await readEvents(REMINDER, id)).toEqual([])
  })

  it('is not processed while it is a draft or once it is paid or cancelled', async () => {
    const [paid, cancelled, draft] = [await due(), await due(), await due({ issueImmediately: false })]
    await member.post(`${INVOICES}/${paid.id}/mark-paid`, {})
    await member.post(`${INVOICES}/${cancelled.id}/cancel`, { reason: 'x' })
    await runAt(`${year}-05-01T08:00:00Z`)
    for (const { id } of [paid, cancelled, draft]) {
      expect(await readEvents(OVERDUE, id)).toEqual([])
      expect(await readEvents(REMINDER, id)).toEqual([])
    }
  })

  it('becomes overdue with the next run if it is issued after its due date', async () => {
    const { id } = await due({ dueDate: '2020-01-01' })
    await runAt(new Date(Date.now() + 1000).toISOString())
    expect(await readStatus(id)).toBe('overdue')
  })

  it('is processed once by several runs at the same time', { timeout: 60_000 }, async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => due()))
    app().clock = () => new Date(`${year}-04-01T00:00:00Z`)
    await Promise.all([handler({}), handler({}), handler({})])
    app().clock = clock
    for (const { id } of made) expect(await readEvents(OVERDUE, id)).toHaveLength(1)
  })
})
