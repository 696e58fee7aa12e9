import { createHmac } from 'node:crypto'
import type { Stored } from '../../../../lib/platform/store/entities/entity.ts'
import type { StoredChannel } from '../../../../lib/sales/channels/channel.ts'
import type { Asked } from '../asking.ts'
import { CANARY, type PlatformWorld } from '../world.ts'
import { type Choose, change, chooseAmong, create } from './choose.ts'

const CHANNELS = '/api/sales/channels'
const ORDERS = '/api/sales/orders'
const CODES = ['SHOP', 'STALL', 'OUTLET'] as const

const pickChannel = (world: PlatformWorld, type?: string) =>
  world.pick(world.list<StoredChannel>('channel').filter((each) => !type || each.type === type))

const addChannel = (world: PlatformWorld, isManual: boolean): Asked => {
  const settings = { seed: `shop ${world.among(1000)}`, orders: '12', products: '3', every_seconds: '600' }
  const body = isManual
    ? { type: 'manual', credentials: {} }
    : { type: 'simulator', credentials: { api_key: CANARY, page_size: '5', bad_percent: '5', ...settings } }
  const named = { name: 'Shop', code: world.pick(CODES), syncSettings: { autoImportEnabled: world.random() < 0.7 } }
  return create(world, 'create channel', CHANNELS, { ...named, ...body }, 'channel')
}

const createChannel: Choose = (world) => addChannel(world, world.random() < 0.4)

/** Connects a simulated shop. */
export const connectShop: Choose = (world) => addChannel(world, false)

const moveChannel: Choose = (world) => {
  const channel = pickChannel(world)
  if (!channel) return undefined
  const url = `${CHANNELS}/${channel.id}`
  const action = world.pick(['pause', 'resume', 'resume', 'resume', 'disconnect', 'delete'])
  if (action === 'delete') return change(world, 'delete channel', url, { method: 'DELETE' })
  return change(world, `${action} channel`, `${url}/${action}`)
}

/** Orders as rows of an import; the same ids come again and again, in versions that change and cancel. */
const importOrders: Choose = (world) => {
  const channel = pickChannel(world)
  if (!channel) return undefined
  const orders = Array.from({ length: 1 + world.among(world.random() < 0.1 ? 90 : 8) }, () => ({
    ...{ externalOrderId: `E-${world.among(120)}`, currency: 'EUR' },
    total: world.random() < 0.05 ? 'much' : world.among(9000),
    ...(world.random() < 0.5 && { modifiedAt: new Date(Date.UTC(2026, 2, 1, 10, world.among(5))).toISOString() }),
    ...(world.random() < 0.1 && { status: 'cancelled' }),
    lineItems: [{ sku: 'TEA', name: 'Tea', quantity: 1, unitPrice: 100 }],
  }))
  const url = `${CHANNELS}/${channel.id}/import-orders`
  return change(world, 'import orders', url, { body: { orders } })
}

const createRules: Choose = (world) => {
  const channel = pickChannel(world)
  if (!channel) return undefined
  const rule = { field: 'total', operator: 'gt', value: String(world.among(6000)) }
  const body = {
    ...{ channelId: channel.id, name: 'High value', action: world.pick(['hold', 'hold', 'reject']) },
    conditions: [{ logic: 'and', rules: [rule] }],
  }
  return change(world, 'create rules', '/api/sales/acceptance-rule-sets', { body })
}

const decideOrder: Choose = (world) => {
  const all = world.list<Stored & { status: string }>('order')
  const held = all.filter(({ status }) => status === 'held')
  const order = world.pick(world.random() < 0.8 ? held : all)
  const action = world.pick(['accept', 'reject'])
  const body = { reason: 'Decided' }
  return (
    order && change(world, `${action} order`, `${ORDERS}/${order.id}/${action}`, action === 'reject' ? { body } : {})
  )
}

const cancelOrder: Choose = (world) => {
  const order = world.pick(world.list<Stored>('order'))
  return order && change(world, 'cancel order', `${ORDERS}/${order.id}/cancel`, { body: { reason: 'Ordered twice' } })
}

const subscribe: Choose = (world) => {
  const channel = pickChannel(world, 'simulator')
  const body = { topic: 'order.created' }
  return channel && change(world, 'subscribe', `${CHANNELS}/${channel.id}/webhooks`, { body })
}

/** A webhook of the shop, sometimes the same again, and sometimes with a signature of another. */
const tellOrder: Choose = (world) => {
  const channel = world.pick(world.hooked())
  if (!channel) return subscribe(world)
  const id = `SIM-H-${world.among(4)}`
  const placedAt = '2026-03-01T10:00:00.000Z'
  const order = {
    ...{ id, status: world.pick(['processing', 'processing', 'cancelled']), currency: 'EUR', total: '20.00', placedAt },
    modifiedAt: new Date(Date.parse(placedAt) + world.among(5) * 60_000).toISOString(),
    ...{ customer: { name: 'Ada', email: 'ada@example.com' }, city: 'Berlin', country: 'DE' },
    lines: [{ sku: 'TEA', name: 'Tea', quantity: 1, price: '20.00' }],
  }
  const body = JSON.stringify(order)
  const secret = world.random() < 0.1 ? 'of another' : channel.secret
  const headers = {
    'content-type': 'text/plain',
    'x-simulator-topic': 'order.created',
    'x-simulator-signature': createHmac('sha256', secret).update(body).digest('base64'),
    ...(world.random() < 0.7 && { 'x-simulator-event': `event ${world.among(20)}` }),
  }
  return { action: 'tell order', method: 'POST', url: `/hooks/channels/${channel.id}`, body, headers, by: undefined }
}

/** Requests about channels and their orders. */
export const chooseSalesRequest: Choose = (world) =>
  chooseAmong(
    world,
    ...[createChannel, createChannel, moveChannel, importOrders, importOrders, createRules],
    ...[decideOrder, decideOrder, cancelOrder, subscribe, tellOrder, tellOrder, tellOrder],
  )
