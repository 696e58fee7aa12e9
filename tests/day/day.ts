import { vi } from 'vitest'
import { makeApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { PLATFORMS } from '../connectors/platforms.ts'
import { goods } from '../connectors/servers/goods.ts'
import { sample } from '../connectors/servers/sample.ts'
import { aPolicy, ORDERS, playing, settled, stocking } from '../fulfilment/fulfilling.ts'
import { aWarehouse } from '../parcels/telling.ts'
import { runTasks } from '../sales/parcels.ts'
import { runPartitions } from '../sales/runs.ts'
import { simulating, syncing } from '../sales/sync.ts'
import { aChannel } from '../support/builders.ts'
import { aMember, signInAgain } from '../support/client.ts'
import { seeded } from '../support/faults.ts'
import { HABITS, playOrder, type Sent } from './warehouses.ts'

const SHOPS = ['shopify', 'woocommerce', 'vendure'] as const
const SKUS = ['SKU-1', 'SKU-2', 'SKU-3']
const MAX_ROUNDS = 10
const CALL_MS = 250

type Warehouse = Awaited<ReturnType<typeof aWarehouse>>

/** Opens three shops that sell the same goods, and two warehouses that have them. */
export const openDay = async (seed: number, onHand: number) => {
  const random = seeded(seed)
  const among = (most: number) => Math.floor(random() * most)
  const shops = await Promise.all(SHOPS.map((type) => PLATFORMS[type]()))
  const real = makeApp({ ...readConfig(), outboundAllowPrivate: true }).outbound
  simulating({
    outbound: {
      send: (request) => {
        // A call takes so long that nobody waits for the next one.
        vi.setSystemTime(Date.now() + CALL_MS)
        const url = shops.reduce((found, { address, server }) => found.replace(address, server.url), request.url)
        return real.send({ ...request, url })
      },
    },
  })
  playing()
  const owner = await aMember()
  const run = async (channel: { id: string }, path: string) => {
    const { status, text } = await owner.post(`/api/sales/channels/${channel.id}/${path}`)
    if (status !== 202) throw new Error(text)
    await runPartitions(owner)
  }
  await aPolicy(owner, { rules: [{ name: 'Any', splitAllowed: true }] })
  const channels: { id: string }[] = []
  for (const { type, credentials, config: connectorConfig, shelf } of shops) {
    for (const number of SKUS.keys()) shelf.sell(goods(number + 1))
    const channel = await aChannel(owner, { type, credentials, connectorConfig })
    await run(channel, 'catalog/import')
    channels.push(channel)
  }
  const warehouses: Warehouse[] = [await aWarehouse(owner), await aWarehouse(owner)]
  const { member } = (await owner.get('/api/catalog/variants')).body
  const variants: { id: string; sku: string }[] = member
  const shelves = new Map<string, number>()
  const items = new Map<string, string>()
  for (const { id, sku } of variants)
    for (const warehouse of warehouses) {
      items.set(`${warehouse.id} ${sku}`, (await stocking(owner, id, warehouse.id, onHand)).id)
      shelves.set(`${warehouse.id} ${sku}`, onHand)
    }
  const publish = async () => {
    for (const channel of channels) await run(channel, 'inventory/publish')
  }
  await publish()
  return {
    ...{ among, owner, shops, channels, warehouses, variants, items, publish },
    /** Pieces that each warehouse really has of a SKU. */
    shelves,
    /** The parcels that really left, by sales order. */
    sent: new Map<string, Sent[]>(),
    played: new Set<string>(),
    orders: 0,
    tally: {} as Record<string, number>,
  }
}

export type Day = Awaited<ReturnType<typeof openDay>>

/** Lets buyers order in any of the shops, and the platform hear of it. */
export const sell = async (day: Day, count: number): Promise<void> => {
  const { among, shops, channels, owner } = day
  await signInAgain(owner)
  for (let left = count; left; left--) {
    const shop = shops[among(shops.length)] as Day['shops'][number]
    const sku = SKUS[among(SKUS.length)] as string
    const quantity = 1 + among(3)
    const sells = shop.shelf.sold().find((each) => each.sku === sku)
    if (!sells) throw new Error(`${sku} is not sold`)
    shop.shelf.buy(sku, quantity)
    const placedAt = new Date().toISOString()
    const total = (12.9 * quantity).toFixed(2)
    shop.put(sample(++day.orders, { placedAt, modifiedAt: placedAt, sells, quantity, total }))
  }
  for (const channel of channels) await syncing(owner, channel)
  await settled()
}

interface Planned {
  id: string
  reference: string
  custodianId: string
  salesOrderId: string
  lines: { sku: string; ordered: number }[]
}

const listLive = async ({ owner, played }: Day): Promise<Planned[]> => {
  const found = await Promise.all(
    ['open', 'in_progress'].map((status) => owner.get(`${ORDERS}?status=${status}&itemsPerPage=100`)),
  )
  return found.flatMap(({ body }) => body.member).filter(({ id }: Planned) => !played.has(id))
}

/** Lets the warehouses work on all that they have, each order with a fault of the seed's choice, until nothing is left. */
export const work = async (day: Day): Promise<void> => {
  const { owner, warehouses, among, shelves, sent, played, tally } = day
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const live = await listLive(day)
    if (!live.length) return
    for (const { id, reference, custodianId, salesOrderId, lines } of live) {
      const warehouse = warehouses.find((each) => each.id === custodianId)
      const [line] = lines
      if (!warehouse || !line) throw new Error('an order of nobody')
      // Who gets what another one could not send does send it.
      const habit = round === 0 ? (HABITS[among(HABITS.length)] ?? 'plain') : 'plain'
      tally[habit] = (tally[habit] ?? 0) + 1
      const { told, sent: own, needsPeople } = playOrder(habit, reference.slice(-10), line.sku, line.ordered)
      for (const state of told) await warehouse.tells(reference, state)
      if (needsPeople) {
        const { status, text } = await owner.post(`${ORDERS}/${id}/hand-over`, { parcels: [{}] })
        if (status !== 200) throw new Error(text)
        await settled()
      }
      played.add(id)
      sent.set(salesOrderId, [...(sent.get(salesOrderId) ?? []), ...own])
      const key = `${warehouse.id} ${line.sku}`
      shelves.set(
        key,
        own.reduce((rest, { quantity }) => rest - quantity, shelves.get(key) ?? 0),
      )
    }
  }
  throw new Error('the work has no end')
}

/** Tells the shops of the parcels, hears what they say of them, and publishes what is left. */
export const closeShops = async (day: Day): Promise<void> => {
  for (let times = 0; times < 3; times++) {
    await signInAgain(day.owner)
    await settled()
    await runTasks(day.owner)
    for (const channel of day.channels) await syncing(day.owner, channel)
    await settled()
    await day.publish()
  }
}
