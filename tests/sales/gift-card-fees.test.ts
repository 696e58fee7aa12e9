import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import type { Order } from '../../schemas/sales/order.ts'
import { startWooCommerce } from '../connectors/servers/woocommerce.ts'
import type { WooCart } from '../connectors/servers/woocommerce-order.ts'
import { aChannel } from '../support/builders.ts'
import { aMember, type Member, send } from '../support/client.ts'
import { drainEvents } from '../support/workers.ts'
import { simulating, syncing } from './sync.ts'

const VAT = { name: 'VAT', percent: 19 }
const TEA = { sku: 'TEA', name: 'Tea', quantity: 3, price: 1000, rates: [VAT] }
const CARD = { name: 'Gift card', price: -500 }
const NAMED = { gift_card_fees: 'Store credit, gift card' }
const cart = (more: Partial<WooCart> = {}): WooCart => ({
  ...{ currency: 'EUR', isGross: true, lines: [TEA], fees: [CARD], ...more },
})

let owner: Member
let woo: Awaited<ReturnType<typeof startWooCommerce>>
beforeEach(async () => {
  owner = await aMember()
  woo = await startWooCommerce()
  const real = makeApp({ ...readConfig(), outboundAllowPrivate: true }).outbound
  const { address, server } = woo
  simulating({
    outbound: { send: (request) => real.send({ ...request, url: request.url.replace(address, server.url) }) },
  })
})
afterEach(() => woo.server.stop())
afterAll(() => useApp(undefined))

/** Connects the shop, and returns what puts an order into it and shows the order here after the shop has told of it. */
const connect = async (connectorConfig: object = NAMED) => {
  const fields = { type: 'woocommerce', credentials: woo.credentials, syncSettings: { daysToLookBack: 365 } }
  const channel: { id: string } = await aChannel(owner, { ...fields, connectorConfig })
  await owner.post(`/api/sales/channels/${channel.id}/webhooks`, { topic: 'order.updated' })
  const secret = [...woo.hooks.values()][0]?.secret ?? ''
  const show = async (): Promise<Order> => {
    const { body } = await owner.get(`/api/sales/orders?channelId=${channel.id}`)
    return (await owner.get(`/api/sales/orders/${body.member[0]?.id}`)).body
  }
  const sell = async (given: WooCart): Promise<Order> => {
    const body = JSON.stringify(woo.putCart(1, given).order)
    const signature = createHmac('sha256', secret).update(body).digest('base64')
    const headers = { 'x-wc-webhook-topic': 'order.updated', 'x-wc-webhook-signature': signature }
    expect((await send('POST', `/hooks/channels/${channel.id}`, { body, headers })).status).toBe(202)
    await drainEvents()
    return await show()
  }
  return { channel, show, sell }
}

/** Three pieces for 10.00, of which 5.00 were paid by gift card and the rest otherwise. */
const PAID = {
  ...{ status: 'accepted', total: 3000, keptAmount: 3000, adjustment: null, paymentStatus: 'paid', refunds: [] },
  payment: { method: 'stripe, gift_card', paidAmount: 3000 },
  lineItems: [{ kind: 'goods', sku: 'TEA', total: 3000, taxes: [{ ratePercent: 19, amount: 479 }] }],
}

describe('a fee below 0 that the channel names as a gift card', () => {
  it('is a payment: the order costs what its goods cost, and the fee is none of its lines', async () => {
    const { sell } = await connect()
    const order = await sell(cart())
    expect(order).toMatchObject(PAID)
    expect(order.lineItems).toHaveLength(1)
    expect(order.discounts).toEqual([])
  })

  it('is the same when a sync reads it', async () => {
    const { channel, show } = await connect()
    woo.putCart(1, cart())
    await syncing(owner, channel)
    expect(await show()).toMatchObject(PAID)
  })

  it.each(['GIFT CARD', '  Gift  card ', 'Store credit'])('is found as "%s"', async (name) => {
    const { sell } = await connect()
    expect(await sell(cart({ fees: [{ ...CARD, name }] }))).toMatchObject(PAID)
  })

  it('is found before the code of the card if its name here ends with an asterisk', async () => {
    const fees = [{ ...CARD, name: 'Gift card (GIFT-AB12CD34)' }]
    const { sell } = await connect({ gift_card_fees: 'gift card*' })
    const order = await sell(cart({ fees }))
    expect(order).toMatchObject(PAID)
    expect(JSON.stringify([order.payment, order.lineItems])).not.toContain('AB12CD34')
  })

  it('counts with the tax that the extension wrote for it', async () => {
    const { sell } = await connect()
    expect(await sell(cart({ fees: [{ ...CARD, rates: [VAT] }] }))).toMatchObject(PAID)
  })

  it('may have paid all of the order, and several may have', async () => {
    const { sell } = await connect()
    const fees = [CARD, { name: 'Store credit', price: -2500 }]
    expect(await sell(cart({ fees, datePaid: null, paymentMethod: '' }))).toMatchObject({
      ...{ ...PAID, payment: { paidAmount: 3000 } },
    })
  })

  it('leaves the rest to be paid', async () => {
    const { sell } = await connect()
    expect(await sell(cart({ status: 'on-hold', datePaid: null, paymentMethod: 'bacs' }))).toMatchObject({
      ...{ status: 'held', total: 3000, paymentStatus: 'partly_paid' },
      payment: { method: 'bacs, gift_card', paidAmount: 500 },
    })
    expect(await sell(cart({ datePaid: null, paymentMethod: 'cod' }))).toMatchObject({
      ...{ status: 'accepted', total: 3000, paymentStatus: 'partly_paid' },
      payment: { method: 'cod, gift_card', paidAmount: 500 },
    })
  })
})

describe('a refund of an order that was paid by gift card in part', () => {
  it('of a piece that had not left takes the piece off, and nothing else', async () => {
    const { sell } = await connect()
    expect(await sell(cart({ refunds: [{ lines: [{ line: 0, quantity: 1 }] }] }))).toMatchObject({
      ...{ status: 'accepted', total: 2000, keptAmount: 2000, adjustment: null, paymentStatus: 'partly_refunded' },
      payment: { paidAmount: 3000 },
    })
  })

  it('may give the card its amount back, which the shop takes off what it refunds', async () => {
    const { sell } = await connect()
    const refunds = [{ lines: [{ line: 0, quantity: 1 }], fees: [{ fee: 0, amount: -500 }] }]
    expect(woo.putCart(1, cart({ refunds })).order.refunds).toMatchObject([{ total: '-5.00' }])
    expect(await sell(cart({ refunds }))).toMatchObject({
      ...{ total: 2000, keptAmount: 2000, refundedAmount: 1000 },
      refunds: [{ amount: 1000, lines: [{ lineId: '1', quantity: 1, amount: 1000, isRemoved: true }] }],
    })
  })

  it('of everything gives the card its amount back, as the extensions do', async () => {
    const { sell } = await connect()
    const order = await sell(cart({ status: 'refunded', refunds: [{ amount: 2500 }] }))
    expect(order).toMatchObject({
      ...{ status: 'cancelled', paymentStatus: 'refunded', total: 3000, keptAmount: 0, refundedAmount: 3000 },
    })
    expect(order.refunds.map(({ amount }) => amount).sort()).toEqual([2500, 500])
  })

  it('of everything gives nothing back twice', async () => {
    const { sell } = await connect()
    const refunds = [{ lines: [{ line: 0, quantity: 3 }], fees: [{ fee: 0, amount: -500 }] }]
    expect(await sell(cart({ status: 'refunded', refunds }))).toMatchObject({ refundedAmount: 3000, keptAmount: 0 })
  })
})

describe('a fee that the channel does not name as a gift card', () => {
  it.each([
    ['has another name', { gift_card_fees: 'Store credit' }],
    ['has only the beginning of its name', { gift_card_fees: 'Gift' }],
    ['is not named, as none is', {}],
    ['is not named by blanks', { gift_card_fees: ' , ' }],
  ])('is a discount with the tax that was sent if it %s', async (_, connectorConfig) => {
    const { sell } = await connect(connectorConfig)
    expect(await sell(cart({ fees: [{ ...CARD, rates: [VAT] }] }))).toMatchObject({
      ...{ status: 'accepted', total: 2500, keptAmount: 2500, adjustment: null, paymentStatus: 'paid' },
      payment: { method: 'stripe', paidAmount: 2500 },
      lineItems: [
        { kind: 'goods', total: 3000 },
        { kind: 'discount', name: 'Gift card', total: -500, taxes: [{ ratePercent: 19, amount: -80 }] },
      ],
    })
  })

  it('is a fee if it costs something, whatever its name is', async () => {
    const { sell } = await connect()
    expect(await sell(cart({ fees: [{ name: 'Gift card', price: 200 }] }))).toMatchObject({
      ...{ total: 3200, payment: { method: 'stripe', paidAmount: 3200 } },
      lineItems: [{ kind: 'goods' }, { kind: 'fee', name: 'Gift card', total: 200 }],
    })
  })
})
