import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { CustodianError } from '../../lib/custodians/custodian-connector.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { syncChannel } from '../../lib/sales/order-sync/sync-channel.ts'
import type { AttentionEntry } from '../../schemas/workspace/attention.ts'
import { aCharge } from '../billing/settling.ts'
import { aConnected, anInternal, anOrder, aPolicy, playing, settled, stocking } from '../fulfilment/fulfilling.ts'
import { aTenantOf } from '../notification/members.ts'
import { aHookedChannel } from '../sales/hooks.ts'
import { aManualChannel, aRow, importing } from '../sales/orders.ts'
import { aSimulatedChannel, later, simulating } from '../sales/sync.ts'
import { anAssortment, anInvoice, aPartner, aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined }
const ATTENTION = '/api/workspace/attention'

let owner: Member
beforeEach(async () => {
  const before = app()
  onTestFinished(() => useApp(before))
  simulating()
  owner = await aMember()
})

/** A person who works with the API alone, and whose requests are counted. */
const anOperator = () => {
  const asked: string[] = []
  const call = async (method: 'get' | 'post', url: string, body?: object) => {
    asked.push(`${method.toUpperCase()} ${url}`)
    const answer = method === 'get' ? await owner.get(url) : await owner.post(url, body)
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body
  }
  return {
    asked,
    get: (url: string) => call('get', url),
    post: (url: string, body?: object) => call('post', url, body),
    expectFew: () => expect(asked.length, asked.join(', ')).toBeLessThanOrEqual(2),
  }
}

/** An order of a tea shop, and a custodian whose system answers or not. */
const aShop = async ({ isDown = false }: { isDown?: boolean } = {}) => {
  await aPolicy(owner)
  playing(
    isDown
      ? {
          async dispatch() {
            throw new CustodianError('UNAVAILABLE', 'The system is down.')
          },
        }
      : {},
  )
  const custodian = await aConnected(owner)
  const variant = await aVariant(owner)
  await stocking(owner, variant.id, custodian.id, 5)
  const order = await anOrder(owner, [{ sku: variant.sku, quantity: 1 }], { number: '#1001' })
  await settled()
  return { custodian, variant, order }
}

const of = (entries: AttentionEntry[], ...kinds: AttentionEntry['kind'][]) =>
  entries.filter(({ kind }) => kinds.includes(kind))

describe('with two requests at most an operator learns', () => {
  it('why an order has not arrived', async () => {
    const { order } = await aShop({ isDown: true })
    const operator = anOperator()
    const [found] = (await operator.get('/api/sales/orders?number=1001')).member
    expect(found).toMatchObject({ id: order.id, status: 'accepted' })
    const steps = (await operator.get(`/api/sales/orders/${found.id}/timeline`)).member.map(
      ({ step }: { step: string }) => step,
    )
    expect(steps).toContain('fulfilment_order.planned')
    expect(steps).not.toContain('fulfilment_order.accepted')
    operator.expectFew()
  })

  it('what happened to an order', async () => {
    await aShop()
    const operator = anOperator()
    const [found] = (await operator.get('/api/sales/orders?number=1001')).member
    const { member } = await operator.get(`/api/sales/orders/${found.id}/timeline`)
    const steps = member.map(({ step }: { step: string }) => step)
    const wanted = ['order.imported', 'fulfilment_order.planned', 'fulfilment_order.sent', 'fulfilment_order.accepted']
    expect(steps.filter((step: string) => wanted.includes(step))).toEqual(wanted)
    operator.expectFew()
  })

  it('which orders are stuck', async () => {
    await aShop()
    const unknown = await anOrder(owner, [{ sku: 'NOBODY-HAS-THIS', quantity: 1 }])
    await settled()
    const operator = anOperator()
    const [entry] = of((await operator.get(ATTENTION)).entries, 'incidents')
    expect(entry).toMatchObject({ count: 1, reason: 'unknown_sku' })
    const { member } = await operator.get(entry?.ref ?? '')
    expect(member).toMatchObject([{ salesOrderId: unknown.id, reason: 'unknown_sku' }])
    operator.expectFew()
  })

  it('which webhooks fail', async () => {
    const { tell, id } = await aHookedChannel(owner)
    await tell('unreadable')
    const operator = anOperator()
    const { entries } = await operator.get(ATTENTION)
    const [entry, ...others] = of(entries, 'channel_webhooks', 'custodian_webhooks', 'webhook_endpoints')
    expect(others).toEqual([])
    expect(entry).toMatchObject({ count: 1, subject: `commerce:///sales/channels/${id}` })
    expect((await operator.get(entry?.ref ?? '')).member).toMatchObject([{ status: 'invalid_payload' }])
    operator.expectFew()
  })

  it('why somebody got a mail', async () => {
    ;[owner] = (await aTenantOf(['owner'])) as [Member]
    const settings = [{ key: 'notifications.digestWindow', value: 'off' }]
    await owner.put('/api/configuration/settings/bulk', { settings })
    await aPartner(owner)
    await settled()
    const operator = anOperator()
    const address = `${owner.identity.toLowerCase()}@example.com`
    const { member } = await operator.get(`/api/notification/messages?address=${encodeURIComponent(address)}`)
    expect(member).toMatchObject([{ topic: 'partner.partner.created', status: 'sent', rule: 'members' }])
    const trace = await operator.get(`/api/notification/events/${member[0].eventId}/trace`)
    expect(trace.member).toMatchObject([{ id: owner.identity, topic: 'partner.partner.created' }])
    operator.expectFew()
  })

  it('why the shop shows another quantity than the stock', async () => {
    const custodian = await anInternal(owner)
    const variant = await aVariant(owner)
    await stocking(owner, variant.id, custodian.id, 5)
    const assortment = await anAssortment(owner)
    await owner.put(`/api/catalog/assortments/${assortment.id}/variants/${variant.id}`)
    const { id } = await aSimulatedChannel(owner, { orders: '0' })
    const link = { assortmentId: assortment.id, direction: 'push' }
    expect((await owner.put(`/api/sales/channels/${id}/catalog-links`, link)).status).toBe(200)
    // Listings follow the assortment within a minute, or when somebody looks.
    await owner.get(`/api/sales/channels/${id}/catalog/drift`)
    const operator = anOperator()
    const sku = encodeURIComponent(variant.sku)
    const [stock] = (await operator.get(`/api/inventory/stock-items?sku=${sku}`)).member
    expect(stock).toMatchObject({ onHand: 5 })
    const [planned] = (await operator.get(`/api/sales/channels/${id}/inventory/plan?sku=${sku}`)).member
    expect(planned).toMatchObject({ variantId: variant.id, confirmedQuantity: null, reason: expect.any(String) })
    operator.expectFew()
  })

  it('how to send an invoice again, by its number', async () => {
    const invoice = await anInvoice(owner)
    const { body: issued } = await owner.post(`/api/billing/invoices/${invoice.id}/issue`)
    const operator = anOperator()
    const found = await operator.get(`/api/billing/invoices/by-number/${issued.invoiceNumber}`)
    await operator.post(`/api/billing/invoices/${found.id}/send`, { to: ['ada@example.com'] })
    operator.expectFew()
  })

  it('which sync failed, and why', async () => {
    const channel = await aSimulatedChannel(owner, {})
    const path = `/api/sales/channels/${channel.id}`
    await owner.patch(path, { connectorConfig: { fail_percent: '100' } })
    for (let tries = 1; !(await owner.get(`/api/sales/sync-runs?status=failed`)).body.totalItems; tries++) {
      expect(tries).toBeLessThan(20)
      await syncChannel(app(), owner.tenant, channel.id, SILENT)
      later(3 * 3_600_000)
      owner = await aMember({ tenant: owner.tenant })
    }
    const operator = anOperator()
    const { member } = await operator.get('/api/sales/sync-runs?trouble=failed')
    expect(member).toMatchObject([{ channelId: channel.id, type: 'orders', errorCode: 'UPSTREAM_ERROR' }])
    expect(await operator.get(`${path}/health`)).toMatchObject({ failingSince: member[0].completedAt })
    operator.expectFew()
  })

  it('what waits at a custodian that is down', async () => {
    const { custodian, order } = await aShop({ isDown: true })
    const operator = anOperator()
    const [entry] = of((await operator.get(ATTENTION)).entries, 'failing_custodians')
    expect(entry).toMatchObject({ name: custodian.name, count: 1, reason: 'The system is down.' })
    expect((await operator.get(entry?.ref ?? '')).member).toMatchObject([{ salesOrderId: order.id, request: 'unsent' }])
    operator.expectFew()
  })

  it('what is not billed yet, by partner and currency', async () => {
    const partner = await aPartner(owner)
    await aCharge(owner, partner.id, { amount: 4250 })
    const { id } = await aManualChannel(owner, { partnerId: partner.id })
    await importing(owner, id, [aRow({ total: 2580 })])
    const operator = anOperator()
    const { entries } = await operator.get(ATTENTION)
    const unbilled = of(entries, 'unsettled_charges', 'unbilled_orders')
    const shown = unbilled.map(({ kind, partnerId, currency, count, amount }) => [
      ...[kind, partnerId, currency, count, amount],
    ])
    expect(shown.toSorted()).toEqual([
      ['unbilled_orders', partner.id, 'EUR', 1, 2580],
      // The seller of the channel is owed the order, too.
      ['unsettled_charges', partner.id, 'EUR', 2, 4250 + 2580],
    ])
    operator.expectFew()
  })
})
