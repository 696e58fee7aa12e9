import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { ConnectorError } from '../../lib/connectors/connector.ts'
import { getConnector } from '../../lib/connectors/registry.ts'
import { openShopState, readNotes, writeWebhook } from '../../lib/connectors/simulator/shop-state.ts'
import { type CustodianConnector, CustodianError, type Label } from '../../lib/custodians/custodian-connector.ts'
import { getCustodianConnector } from '../../lib/custodians/registry.ts'
import { cancelAtCustodian } from '../../lib/fulfilment/dispatch/cancel-at-custodian.ts'
import { dispatchOrder } from '../../lib/fulfilment/dispatch/dispatch-order.ts'
import { readRefund } from '../../lib/fulfilment/returns/read-refund.ts'
import { announceToCustodian } from '../../lib/inventory/goods-receipts/announce-to-custodian.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { createLog } from '../../lib/platform/log.ts'
import { openShop } from '../../lib/sales/channels/channel-connection.ts'
import { findChannel } from '../../lib/sales/channels/channel-store.ts'
import { writeRefundNote } from '../../lib/sales/refund-notes/write-refund-note.ts'
import { publishShipment } from '../../lib/sales/shipments/publish-shipment.ts'
import { checkSoon, findHooks, type StoredHooks } from '../../lib/sales/webhooks/channel-hooks-store.ts'
import { reconcileWebhooks } from '../../lib/sales/webhooks/reconcile-webhooks.ts'
import { workOnLabel } from '../../lib/shipping/labels/work-on-label.ts'
import { aConnected, aPolicy, aRouted, ORDERS, playing } from '../fulfilment/fulfilling.ts'
import { aHandedOverOrder, anAuthorizedReturn, RETURNS } from '../fulfilment/returning.ts'
import { aHookedChannel, anOrder } from '../sales/hooks.ts'
import { ordersOf } from '../sales/orders.ts'
import { changeParcel, fulfilmentsOf, handOver } from '../sales/parcels.ts'
import { simulating } from '../sales/sync.ts'
import { anAddress, aShipment, SHIPMENTS } from '../shipping/parcels.ts'
import { aCustodian, aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { breakEverywhere, losingAnswer, type Scenario } from './breaking.ts'

let owner: Member
beforeAll(async () => {
  simulating()
  owner = await aMember()
  await aPolicy(owner)
})
afterAll(() => useApp(undefined))

const NO_ANSWER = () => new CustodianError('UNAVAILABLE', 'No answer came.', { isUnclear: true })
const NO_ANSWER_OF_SHOP = () => new ConnectorError('STORE_UNAVAILABLE', 'No answer came.')

const readOrder = async (id: string) => (await owner.get(`${ORDERS}/${id}`)).body

/** An order that waits to be sent; the system does not look for an order that it is sent again. */
const dispatching = async (): Promise<Scenario> => {
  playing({ dispatch: () => Promise.reject(new CustodianError('UNAVAILABLE', 'The system is down.')) })
  const { fulfilmentOrder } = await aRouted(owner, { custodian: await aConnected(owner) })
  const { orders, placed, known } = playing()
  const { dispatch } = orders
  orders.dispatch = (system, given) => {
    known.delete(given.reference)
    return dispatch(system, given)
  }
  const { id } = fulfilmentOrder
  return {
    run: (on) => dispatchOrder(on, { tenant: owner.tenant, fulfilmentOrderId: id }, on.clock()),
    countArrived: () => placed.length,
    isSettled: async () => (await readOrder(id)).request === 'accepted',
    loseNextAnswer: () => losingAnswer(orders, 'dispatch', NO_ANSWER()),
  }
}

const cancelling = async (): Promise<Scenario> => {
  const { orders, known } = playing()
  const { fulfilmentOrder } = await aRouted(owner, { custodian: await aConnected(owner) })
  const { id } = fulfilmentOrder
  expect((await owner.post(`${ORDERS}/${id}/cancel`, { reason: 'Not wanted' })).body.request).toBe('cancel_requested')
  return {
    run: (on) => cancelAtCustodian(on, { tenant: owner.tenant, fulfilmentOrderId: id }, on.clock()),
    countArrived: () => [...known.values()].filter(({ state }) => state === 'cancelled').length,
    isSettled: async () => (await readOrder(id)).status === 'cancelled',
    loseNextAnswer: () => losingAnswer(orders, 'cancel', NO_ANSWER()),
  }
}

/** A system that knows an announcement by its reference. */
const announcing = async (): Promise<Scenario> => {
  const announced = new Set<string>()
  const inbound: NonNullable<CustodianConnector['inbound']> = {
    async announce(_system, { reference }) {
      announced.add(reference)
      return `A-${reference}`
    },
  }
  const custom = getCustodianConnector('custom')
  const { inbound: own } = custom
  Object.assign(custom, { inbound })
  onTestFinished(() => void Object.assign(custom, { inbound: own }))
  const custodian = await aConnected(owner, { enabledCapabilities: ['push_inventory'] })
  const lines = [{ variantId: (await aVariant(owner)).id, expected: 7 }]
  const path = '/api/inventory/goods-receipts'
  const { body } = await owner.post(path, { custodianId: custodian.id, reference: 'PO-1', lines })
  return {
    run: (on) => announceToCustodian(on, { tenant: owner.tenant, receiptId: body.id }, on.clock()),
    countArrived: () => announced.size,
    isSettled: async () => (await owner.get(`${path}/${body.id}`)).body.remoteId !== null,
    loseNextAnswer: () => losingAnswer(inbound, 'announce', NO_ANSWER()),
  }
}

type Channel = Awaited<ReturnType<typeof aHookedChannel>>

let hooked: Promise<Channel> | undefined

const anOrderOfShop = async () => {
  hooked ??= aHookedChannel(owner)
  const channel = await hooked
  const order = anOrder({ lines: [{ sku: 'TEA', name: 'Tea', quantity: 6, price: '10.00' }] })
  await channel.tell(order)
  await channel.follow()
  const { orders } = await ordersOf(owner, { channelId: channel.id })
  const { id } = orders.find(({ externalOrderId }) => externalOrderId === order.id) as { id: string }
  return { channel, order: { id, number: order.id, channelId: channel.id } }
}

const noting = async (): Promise<Scenario> => {
  const { channel, order } = await anOrderOfShop()
  const variant = await aVariant(owner)
  const lines = [{ sku: variant.sku as string, variantId: variant.id as string, handedOver: 1 }]
  await aHandedOverOrder(owner, { salesOrderId: order.id, lines })
  const { id: returnId } = await anAuthorizedReturn(owner, order.id, variant.sku as string, 1)
  const resolved = { resolution: 'refunded', refundAmount: 3990 }
  expect((await owner.post(`${RETURNS}/${returnId}/resolve`, resolved)).status).toBe(200)
  const { tenant } = owner
  const find = async () =>
    (await app().db.get<{ status: string }>({ pk: `T#${tenant}#refund-note`, sk: returnId }))?.status
  return {
    run: (on) => writeRefundNote(on, { tenant, orderId: order.id, returnId }, on.clock(), readRefund),
    async countArrived() {
      const shop = await openShop(app(), tenant, (await findChannel(app().db, tenant, channel.id)) as never)
      return (await readNotes(openShopState(shop, shop.credentials.seed ?? ''), order.number)).length
    },
    isSettled: async () => (await find()) === 'written',
    loseNextAnswer: () => losingAnswer(getConnector('simulator').notes, 'write', NO_ANSWER_OF_SHOP()),
  }
}

const publishing = async (): Promise<Scenario> => {
  const { order } = await anOrderOfShop()
  const { id: shipmentId } = await handOver(owner, order, { TEA: 1 })
  return {
    run: (on) => publishShipment(on, { tenant: owner.tenant, shipmentId }, on.clock()),
    countArrived: async () => (await fulfilmentsOf(owner, order)).fulfilments?.length ?? 0,
    isSettled: async () => (await fulfilmentsOf(owner, order)).parcels[0]?.status === 'published',
    loseNextAnswer: () => losingAnswer(getConnector('simulator').fulfilments, 'publish', NO_ANSWER_OF_SHOP()),
  }
}

/** Ends a parcel that its shop shows; it has arrived once the shop shows none. */
const withdrawing = async (): Promise<Scenario> => {
  const { order } = await anOrderOfShop()
  const shipment = await handOver(owner, order, { TEA: 1 })
  const work = { tenant: owner.tenant, shipmentId: shipment.id }
  await publishShipment(app(), work, app().clock())
  await changeParcel(owner, shipment, { status: 'cancelled' })
  return {
    run: (on) => publishShipment(on, work, on.clock()),
    countArrived: async () => ((await fulfilmentsOf(owner, order)).fulfilments?.length === 0 ? 1 : 0),
    isSettled: async () => (await fulfilmentsOf(owner, order)).parcels[0]?.status === 'withdrawn',
    loseNextAnswer: () => losingAnswer(getConnector('simulator').fulfilments, 'withdraw', NO_ANSWER_OF_SHOP()),
  }
}

/** A provider that sells another label for each request. */
const labelling = async (): Promise<Scenario> => {
  const bought: string[] = []
  const sell = (remoteId: string): Label => ({
    ...{ remoteId, carrier: 'DHL', service: 'Paket', trackingNumber: `N-${remoteId}`, trackingUrl: null },
    ...{ format: 'PDF', file: Buffer.from('%PDF-1.7 label') },
  })
  const labels: NonNullable<CustodianConnector['labels']> = {
    offer: async (_system, { reference: remoteId }) => ({
      ...{ remoteId, rateId: 'rate', carrier: 'DHL', service: 'Paket', price: null },
    }),
    async buy(_system, { remoteId }) {
      bought.push(remoteId)
      return sell(remoteId)
    },
    find: async (_system, remoteId) => (bought.includes(remoteId) ? sell(remoteId) : undefined),
    void: async () => ({ answer: 'accepted' }),
    track: () => Promise.reject(new Error('not asked for')),
  }
  const connector: CustodianConnector = { type: 'shipping_api', capabilities: ['label_generation'], labels }
  const { id: custodianId } = await aCustodian(owner, {
    ...{ type: 'shipping_api', enabledCapabilities: ['label_generation'] },
    connectionConfig: { publicKey: 'p', secretKey: 's', integrationId: 'i' },
  })
  const { id: shipmentId } = await aShipment(owner, { trackingNumber: null, deliveryAddress: anAddress() })
  const from = { company: 'Teehaus', line1: 'Am Kai 1', city: 'Hamburg', postalCode: '20457', countryCode: 'DE' }
  await owner.post(`${SHIPMENTS}/${shipmentId}/label`, { custodianId, weightGrams: 1200, from })
  const open = async () => ({ connector, system: {} as never })
  return {
    run: (on) => workOnLabel(on, { tenant: owner.tenant, shipmentId }, open),
    countArrived: () => bought.length,
    isSettled: async () => (await owner.get(`${SHIPMENTS}/${shipmentId}`)).body.label.status === 'bought',
    loseNextAnswer: () => losingAnswer(labels, 'buy', NO_ANSWER()),
  }
}

/** A shop that lost a webhook; a check subscribes to it again, each time with another id, and ends what nobody knows of. */
const checking = async (): Promise<Scenario> => {
  const { id } = await aHookedChannel(owner)
  const { tenant } = owner
  const { webhooks } = getConnector('simulator')
  const { subscribe } = webhooks ?? {}
  if (!webhooks || !subscribe) throw new Error('the simulated shop has no webhooks')
  webhooks.subscribe = async (shop, { topic, url }) => {
    const externalId = newId(new Date())
    const state = openShopState(shop, shop.credentials.seed ?? '')
    await writeWebhook(state, { externalId, topic, url, isActive: true })
    return { externalId }
  }
  onTestFinished(() => void Object.assign(webhooks, { subscribe }))
  const shop = await openShop(app(), tenant, (await findChannel(app().db, tenant, id)) as never)
  const list = () => webhooks.list(shop)
  for (const { externalId } of await list()) await webhooks.remove(shop, externalId)
  const find = async () => (await findHooks(app().db, tenant, id)) as StoredHooks
  return {
    async run(on) {
      await checkSoon(app().db, tenant, await find(), on.clock())
      await reconcileWebhooks(on, on.clock(), createLog({}), () => true)
    },
    countArrived: async () => (await list()).length,
    async isSettled() {
      const known = (await find()).subscriptions.map(({ externalWebhookId }) => externalWebhookId)
      const shown = (await list()).map(({ externalId }) => externalId)
      return shown.length > 0 && shown.every((each) => known.includes(each))
    },
    loseNextAnswer: () => losingAnswer(webhooks, 'subscribe', NO_ANSWER_OF_SHOP()),
  }
}

const SCENARIOS: Record<string, (() => Promise<Scenario>)[]> = {
  dispatching: [dispatching],
  cancelling: [cancelling],
  announcing: [announcing],
  noting: [noting],
  publishing: [publishing, withdrawing],
  labelling: [labelling],
  checking: [checking],
}

const listDeclared = () =>
  readdirSync('lib', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => [...readFileSync(`lib/${path}`, 'utf8').matchAll(/^(?:export )?const (\w+): Effect</gm)])
    .map(([, name]) => name)

describe('a call to another system', () => {
  it('is broken here for each effect that is declared', () => {
    expect(listDeclared().toSorted()).toEqual(Object.keys(SCENARIOS).toSorted())
  })

  for (const make of Object.values(SCENARIOS).flat())
    it(`takes effect once, wherever its workers die: ${make.name}`, { timeout: 120_000 }, async () => {
      const { breaks, wrong } = await breakEverywhere(make)
      expect(wrong).toEqual([])
      expect(breaks).toBeGreaterThanOrEqual(5)
    })
})
