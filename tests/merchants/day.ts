import { vi } from 'vitest'
import { handler as redrive } from '../../functions/events/every-minute-redrive-outbox.ts'
import { makeApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { assumeAloneSince } from '../../lib/platform/store/table/lease.ts'
import { anInternal, aPolicy, settled, stocking } from '../fulfilment/fulfilling.ts'
import { runTasks } from '../sales/parcels.ts'
import { runsOf, simulating, syncing } from '../sales/sync.ts'
import { aChannel, aMerchant, aPartner } from '../support/builders.ts'
import { aMember, send, signInAgain } from '../support/client.ts'
import { seeded } from '../support/faults.ts'
import { actInShop, type Happening, settleInShop } from './acts.ts'
import { type BookOrder, sum } from './book.ts'
import { handOver } from './custody.ts'
import { makeMortal } from './kills.ts'
import { newOrder } from './new-order.ts'
import { openPrices, settlePrices, tendPrices } from './prices.ts'
import { continueRuns, importGoods, keepShelf, publishStock } from './shelves.ts'
import type { Notice, Side } from './side.ts'
import { count } from './tally.ts'

/** Orders of a day, and what happens in it beside them. */
export interface DaySize {
  orders: number
  acts: number
}

export const STOCK = 1000
const MAX_ROUNDS = 20
const CALL_MS = 250
/** What was interrupted is tried again within this time. */
const RETRY_MS = 4 * 60_000

const pass = (ms: number) => void vi.setSystemTime(Date.now() + ms)
const now = () => new Date().toISOString()

/** A tenant with a channel of the shop, and people who pick and hand over. */
export const openDay = async (side: Side, seed: number, size: DaySize) => {
  const random = seeded(seed)
  const among = (most: number) => Math.floor(random() * most)
  const real = makeApp({ ...readConfig(), outboundAllowPrivate: true }).outbound
  simulating({
    outbound: {
      send: async (request) => {
        // A call takes so long that nobody waits for the next one.
        pass(CALL_MS)
        return await real.send({ ...request, url: request.url.replace(side.address, side.server.url) })
      },
    },
  })
  const mortal = makeMortal(among)
  mortal.install()
  const owner = await aMember()
  const settings = [
    { key: 'general.country', value: 'DE' },
    { key: 'billing.invoiceChecks', value: 'off' },
    { key: 'billing.taxRates', value: { standard: 19, reduced: 7 } },
  ]
  await owner.put('/api/configuration/settings/bulk', { settings })
  await aPolicy(owner)
  const custodian = await anInternal(owner)
  const partner = await aPartner(owner)
  const { id: merchantId } = await aMerchant(owner, { partnerId: partner.id })
  const channels: { id: string }[] = []
  for (const { fields } of side.channels) {
    const channel = await aChannel(owner, { ...fields, syncSettings: { daysToLookBack: 30 } })
    await owner.put(`/api/sales/channels/${channel.id}/merchant`, { merchantId })
    channels.push(channel)
  }
  const [channel] = channels as [{ id: string }]
  for (const topic of side.topics) {
    const { status, text } = await owner.post(`/api/sales/channels/${channel.id}/webhooks`, { topic })
    if (status !== 201) throw new Error(text)
  }
  const stock = new Map<string, string>()
  const variants = await importGoods(owner, side, channels)
  for (const [sku, variantId] of variants) stock.set(sku, (await stocking(owner, variantId, custodian.id, STOCK)).id)
  for (const each of channels) await publishStock(owner, each)
  const tally: Record<string, number> = {}
  return {
    ...{ side, seed, size, random, among, mortal, owner, stock, variants, partner, channels, tally },
    book: [] as BookOrder[],
    prices: channels.map((_, at) => openPrices(1000 + 100 * at)),
    /** Pieces by SKU that the shop has taken from its stock, by order. */
    sold: new Map<number, Map<string, number>>(),
    /** SKUs of which the shop has put pieces back. */
    putBack: new Set<string>(),
    late: [] as Notice[],
    /** Pieces that people of the custodian have handed over, by order of the shop and SKU. */
    handedOver: new Map<string, number>(),
    wrong: [] as string[],
    hasKilled: false,
    signedInAt: Date.now(),
  }
}

export type Day = Awaited<ReturnType<typeof openDay>>

const SIGNED_IN_MS = 5 * 60_000

/** Signs in again, since no session lasts for a day. */
const staySignedIn = async (day: Day): Promise<void> => {
  if (Date.now() - day.signedInAt < SIGNED_IN_MS) return
  await signInAgain(day.owner)
  day.signedInAt = Date.now()
}

const deliver = async (day: Day, { body, headers }: Notice): Promise<void> => {
  const { status } = await send('POST', `/hooks/channels/${day.channels[0]?.id}`, {
    ...{ body, headers, from: `198.51.100.${1 + day.among(250)}` },
  })
  if (status !== 202) day.wrong.push(`a webhook was answered with ${status}`)
  count(day, 'webhooks')
}

/** Tells of what happened: now, later, twice or never. */
const tell = async (day: Day, order: BookOrder, { name, change }: Happening): Promise<void> => {
  count(day, name)
  const sold = day.sold.get(order.id) ?? new Map<string, number>()
  for (const sku of keepShelf(day.side, order, sold)) day.putBack.add(sku)
  day.sold.set(order.id, sold)
  const notice = day.side.tell(order, change)
  if (!notice) return
  const chance = day.among(10)
  if (chance < 2) return count(day, 'webhooks lost')
  if (chance < 6) {
    day.late.push(notice)
    if (chance === 5) day.late.push(notice)
    return count(day, 'webhooks late')
  }
  await deliver(day, notice)
  if (chance === 9) await deliver(day, notice)
}

const deliverLate = async (day: Day): Promise<void> => {
  const [notice] = day.late.splice(day.among(day.late.length), 1)
  if (notice) await deliver(day, notice)
}

/** Runs a process that may be killed; whoever comes after it finds what it has left. */
const runMortal = async (day: Day, name: string, process: () => Promise<unknown>, many = false): Promise<boolean> => {
  const isKilled = await day.mortal.run(process, many)
  if (isKilled) {
    count(day, `${name} killed`)
    day.hasKilled = true
    // A lease that was taken within the same millisecond counts as one of somebody alive.
    pass(1)
    assumeAloneSince(new Date())
  }
  return isKilled
}

/** Runs the workers, and publishes the parcels that are due. */
const work = async (day: Day): Promise<void> => {
  await settled()
  await runTasks(day.owner)
  await settled()
}

const workMortally = async (day: Day): Promise<void> => {
  await runMortal(day, 'workers', settled, true)
  await runMortal(day, 'publications', () => runTasks(day.owner))
  await runMortal(day, 'workers', settled, true)
}

const poll = async (day: Day): Promise<void> => {
  for (const channel of day.channels) {
    await syncing(day.owner, channel)
    await staySignedIn(day)
    // A parcel that cannot be told of has a run as well, perhaps of the same moment.
    const runs: { type: string; status: string; errorMessage: string | null }[] = await runsOf(day.owner, channel)
    const run = runs.find(({ type }) => type === 'orders')
    if (run?.status !== 'success') day.wrong.push(`a poll ended as ${run?.status}: ${run?.errorMessage}`)
  }
  await work(day)
  await staySignedIn(day)
  count(day, 'polls')
}

const chooseChannel = (day: Day) => day.channels[day.among(day.channels.length)] as { id: string }

const pollMortally = async (day: Day): Promise<void> => {
  const channel = chooseChannel(day)
  if (!(await runMortal(day, 'polls', () => syncing(day.owner, channel)))) count(day, 'polls')
  await workMortally(day)
}

const publishMortally = async (day: Day): Promise<void> => {
  const channel = chooseChannel(day)
  if (await runMortal(day, 'stock publications', () => publishStock(day.owner, channel))) await continueRuns(day.owner)
}

const place = async (day: Day): Promise<void> => {
  const order = newOrder(day.book.length + 1, now(), day.side, day.among)
  day.book.push(order)
  day.side.write(order)
  await tell(day, order, { name: 'orders', change: 'placed' })
}

const change = async (day: Day): Promise<void> => {
  const order = day.book[day.among(day.book.length)]
  if (!order) return
  const refunds = order.refunds.length
  const happening = actInShop(day.side, order, now(), day.among)
  // WooCommerce dates refunds and completions by the second, so nobody can tell which of two within one came first.
  if (day.side.type === 'woocommerce' && order.refunds.length > refunds) pass(1000)
  if (happening) await tell(day, order, happening)
}

/** Lets a step of the day happen, some of them within the same second. */
const step = async (day: Day): Promise<void> => {
  await staySignedIn(day)
  if (day.among(3)) pass(day.among(8000))
  const chance = day.among(20)
  if (chance < 3 && day.book.length < day.size.orders) return await place(day)
  if (chance < 12) return await change(day)
  if (chance < 14) return await deliverLate(day)
  if (chance < 15) return day.among(3) ? await pollMortally(day) : await publishMortally(day)
  if (chance < 17) return await workMortally(day)
  if (chance < 19) return await tendPrices(day)
  await handOver(day, false)
}

/** Brings everything under way to its end: webhooks, polls, workers and parcels, until nothing happens any more. */
export const settleDay = async (day: Day): Promise<void> => {
  pass(2000)
  await staySignedIn(day)
  while (day.late.length) await deliverLate(day)
  if (day.hasKilled) {
    // What a dead process left is found by the schedule, and tried again.
    day.hasKilled = false
    await work(day)
    pass(RETRY_MS)
    await redrive({})
    await work(day)
    // A poll continues what a dead one has begun, and the next one reads what has happened since.
    await poll(day)
  }
  await work(day)
  await poll(day)
}

const publishAllStock = async (day: Day): Promise<void> => {
  for (const channel of day.channels) await publishStock(day.owner, channel)
}

const endDay = async (day: Day): Promise<void> => {
  for (const order of day.book)
    for (const happening of settleInShop(day.side, order, now())) await tell(day, order, happening)
  for (let round = 0; round < MAX_ROUNDS; round++) {
    await settleDay(day)
    const before = sum([...day.handedOver.values()])
    await handOver(day, true)
    await work(day)
    if (sum([...day.handedOver.values()]) > before) continue
    // What the shop offers less than it should is given back once all of its orders were read after it was seen.
    for (let times = 0; times < 2; times++) {
      await publishAllStock(day)
      await settleDay(day)
    }
    await publishAllStock(day)
    return await settlePrices(day)
  }
  day.wrong.push('the day does not end')
}

/** Lives a day of a merchant by a seed. `check` compares the books at noon and in the end. */
export const liveDay = async (
  side: Side,
  seed: number,
  size: DaySize,
  check: (day: Day, isEnd: boolean) => Promise<void>,
) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  try {
    const day = await openDay(side, seed, size)
    for (let at = 0; at < size.acts; at++) {
      await step(day)
      if (at === size.acts / 2) {
        await settleDay(day)
        await check(day, false)
      }
    }
    while (day.book.length < size.orders) await place(day)
    await endDay(day)
    await check(day, true)
    return { wrong: day.wrong, tally: day.tally }
  } finally {
    vi.useRealTimers()
    assumeAloneSince(undefined)
    await side.server.stop()
  }
}
