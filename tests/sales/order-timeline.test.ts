import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { handler as redriveEveryMinute } from '../../functions/events/every-minute-redrive-outbox.ts'
import { handler as pollEveryMinute } from '../../functions/warehousing/every-minute-poll-custodians.ts'
import { useApp } from '../../lib/platform/app/app.ts'
import { aSimulatedCustodian } from '../custodians/world.ts'
import { aPolicy, ordersOf as fulfilmentOrdersOf, stocking } from '../fulfilment/fulfilling.ts'
import { anAuthorizedReturn, receive } from '../fulfilment/returning.ts'
import { aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { drainEvents } from '../support/workers.ts'
import { aSellingChannel } from './downstream.ts'
import { aManualChannel } from './orders.ts'
import { aSimulatedChannel, later, runsOf, simulating, syncing } from './sync.ts'

const ORDERS = '/api/sales/orders'
const MINUTE_MS = 60_000
const CONTEXT = { getRemainingTimeInMillis: () => 50_000 } as never

interface Entry {
  at: string
  step: string
  resourceUri: string
  causeUri: string | null
  actorType: string | null
  actorId: string | null
  details: Record<string, unknown>
}

const timelineOf = async (member: Member, id: string): Promise<Entry[]> => {
  const { status, body } = await member.get(`${ORDERS}/${id}/timeline`)
  expect([status, body.totalItems]).toEqual([200, body.member.length])
  const times = body.member.map(({ at }: Entry) => at)
  expect(times).toEqual([...times].sort())
  return body.member
}

const stepsOf = async (member: Member, id: string) => (await timelineOf(member, id)).map(({ step }) => step)

/** What an address of a timeline leads to. */
const follow = (member: Member, uri: string | null) => member.get((uri ?? '').replace('commerce:///', '/api/'))

const pass = async (minutes: number) => {
  for (let i = 0; i < minutes; i++) {
    later(MINUTE_MS)
    await pollEveryMinute({}, CONTEXT)
    await redriveEveryMinute({}, CONTEXT)
    await drainEvents()
  }
}

const byTelephone = (channelId: string, fields: object = {}) => ({
  channelId,
  currency: 'EUR',
  total: 2580,
  customer: { name: 'Ada Lovelace', email: 'ada@example.com' },
  lineItems: [{ sku: 'TEA', name: 'Tea', quantity: 2, unitPrice: 1290 }],
  ...fields,
})

describe('the timeline of an order of a shop', () => {
  afterEach(() => useApp(undefined))

  it('tells its way from the run that imported it to the door, and back', async () => {
    simulating()
    let owner = await aMember()
    const custodian = await aSimulatedCustodian(owner, 'step_seconds=60')
    const syncSettings = { statusFilters: ['pending', 'processing'] }
    const channel = await aSimulatedChannel(owner, { orders: '1', changed_percent: '0' }, { syncSettings })
    for (let i = 0; i < 6; i++) await stocking(owner, (await aVariant(owner, { sku: `SIM-${i}` })).id, custodian.id, 50)
    await aPolicy(owner)
    const { body: rule } = await owner.post('/api/sales/acceptance-rule-sets', {
      channelId: channel.id,
      name: 'All',
      action: 'accept',
      conditions: [{ rules: [{ field: 'total', operator: 'exists' }] }],
    })
    await syncing(owner, channel)
    await drainEvents()
    await pass(14)
    owner = await aMember({ tenant: owner.tenant })
    const [order] = (await owner.get(`${ORDERS}?channelId=${channel.id}`)).body.member
    const [sent] = await fulfilmentOrdersOf(owner, order.id)
    const [run] = (await runsOf(owner, channel)).filter(({ type }: { type: string }) => type === 'orders')

    const entries = await timelineOf(owner, order.id)
    expect(entries.slice(0, 5).map(({ step }) => step)).toEqual([
      'order.imported',
      'order.accepted',
      'fulfilment_order.planned',
      'fulfilment_order.sent',
      'fulfilment_order.accepted',
    ])
    const [imported, accepted, planned] = entries
    expect(imported).toMatchObject({
      resourceUri: `commerce:///sales/orders/${order.id}`,
      causeUri: `commerce:///sales/channels/${channel.id}/sync-runs/${run.id}`,
      actorId: null,
      at: order.createdAt,
    })
    expect(accepted?.causeUri).toBe(`commerce:///sales/acceptance-rule-sets/${rule.id}`)
    expect(planned).toMatchObject({
      resourceUri: `commerce:///fulfilment/orders/${sent.id}`,
      causeUri: null,
      details: { custodianName: sent.custodianName },
    })
    const count = (step: string) => entries.filter((each) => each.step === step).length
    const parcels = (await owner.get(`/api/shipping/shipments?salesOrderId=${order.id}`)).body.member
    expect(parcels.length).toBeGreaterThan(0)
    for (const step of ['fulfilment.handed_over', 'shipment.in_transit', 'shipment.delivered', 'shop.told'])
      expect([step, count(step)]).toEqual([step, parcels.length])
    expect([count('fulfilment_order.closed'), count('incident.raised')]).toEqual([1, 0])
    for (const { resourceUri, causeUri } of entries) {
      expect([resourceUri, (await follow(owner, resourceUri)).status]).toEqual([resourceUri, 200])
      if (causeUri) expect([causeUri, (await follow(owner, causeUri)).status]).toEqual([causeUri, 200])
    }

    const asked = await anAuthorizedReturn(owner, order.id, order.lineItems[0].sku, 1)
    expect((await receive(owner, asked, 1)).status).toBe(200)
    const back = (await timelineOf(owner, order.id)).slice(entries.length)
    expect(back.map(({ step, actorId }) => [step, actorId])).toEqual([
      ['return.requested', owner.identity],
      ['return.authorized', owner.identity],
      ['return.received', owner.identity],
    ])
  }, 120_000)
})

describe('the timeline of an order', () => {
  let owner: Member
  beforeAll(async () => {
    owner = await aMember()
  })

  it('tells what people did, with their names and without their words', async () => {
    const channel = await aManualChannel(owner)
    const { body: order } = await owner.post(ORDERS, byTelephone(channel.id))
    const clerk = await aMember({ tenant: owner.tenant })
    expect((await clerk.post(`${ORDERS}/${order.id}/hold`, { reason: 'Ada moved' })).status).toBe(200)
    expect((await clerk.patch(`${ORDERS}/${order.id}`, { note: 'She calls back', tags: ['call'] })).status).toBe(200)
    const customer = { name: 'Ada King', email: 'king@example.com' }
    expect((await owner.patch(`${ORDERS}/${order.id}`, { customer })).status).toBe(200)
    expect((await owner.post(`${ORDERS}/${order.id}/release`)).status).toBe(200)
    expect((await owner.post(`${ORDERS}/${order.id}/cancel`, { reason: 'Ada does not want it' })).status).toBe(200)

    const entries = await timelineOf(owner, order.id)
    expect(entries.map(({ step, actorId }) => [step, actorId])).toEqual([
      ['order.imported', owner.identity],
      ['order.accepted', owner.identity],
      ['order.put_on_hold', clerk.identity],
      ['order.noted', clerk.identity],
      ['order.changed', owner.identity],
      ['order.released', owner.identity],
      ['order.changed', owner.identity],
      ['order.cancelled', owner.identity],
    ])
    expect(entries[4]?.details).toMatchObject({ fields: ['customer'], revision: 3 })
    expect(JSON.stringify(entries)).not.toMatch(/Ada|King|calls/)
    const { body: revisions } = await owner.get(`${ORDERS}/${order.id}/revisions`)
    expect(revisions.totalItems).toBe(4)
    expect((await owner.get(`${ORDERS}/${order.id}/timeline?page=2&itemsPerPage=3`)).body.member).toEqual(
      entries.slice(3, 6),
    )
  })

  it('tells of its invoice, the mail of it, and that another bills it', async () => {
    const channel = await aSellingChannel(owner)
    const { body: order } = await owner.post(ORDERS, byTelephone(channel.id))
    const bill = (fields: object = {}) =>
      owner.post('/api/billing/invoices', {
        partnerId: channel.partnerId,
        channelId: channel.id,
        dueDate: '2099-01-01',
        currencyCode: 'EUR',
        ...fields,
      })
    const { body: draft, status } = await bill()
    expect(status, JSON.stringify(draft)).toBe(201)
    expect((await owner.delete(`/api/billing/invoices/${draft.id}`)).status).toBe(204)
    await drainEvents()
    const { body: invoice } = await bill({ issueImmediately: true })
    const to = [`books.${order.id}@example.com`]
    expect((await owner.post(`/api/billing/invoices/${invoice.id}/send`, { to })).status).toBe(200)
    await drainEvents({ duplicate: true })

    const entries = await timelineOf(owner, order.id)
    const uri = `commerce:///billing/invoices/${invoice.id}`
    expect(entries.slice(2).map(({ step, resourceUri }) => [step, resourceUri])).toEqual([
      ['invoice.drafted', `commerce:///billing/invoices/${draft.id}`],
      ['invoice.released', `commerce:///billing/invoices/${draft.id}`],
      ['invoice.drafted', uri],
      ['invoice.issued', uri],
      ['mail.queued', expect.stringContaining(`${uri}/sendings/`)],
      ['mail.sent', expect.stringContaining(`${uri}/sendings/`)],
    ])
    expect(entries[5]?.details.number).toBe(invoice.invoiceNumber)
    expect((await follow(owner, entries[6]?.resourceUri ?? null)).status).toBe(200)
    expect(JSON.stringify(entries)).not.toContain(to[0])
  })

  it('is that of an order of the tenant', async () => {
    const other = await aMember()
    const { body: order } = await other.post(ORDERS, byTelephone((await aManualChannel(other)).id))
    expect((await owner.get(`${ORDERS}/${order.id}/timeline`)).status).toBe(404)
    expect(await stepsOf(other, order.id)).toEqual(['order.imported', 'order.accepted'])
  })
})
