import { expect, onTestFinished } from 'vitest'
import { app, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import type { Table } from '../../lib/platform/store/table/table.ts'
import { PLATFORMS } from '../connectors/platforms.ts'
import { type Sample, sample } from '../connectors/servers/sample.ts'
import { aChannel } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { chance } from '../support/seed.ts'
import { aRow, importing, ordersOf } from './orders.ts'
import { runPartitions } from './runs.ts'
import { recordsOf, simulating, syncing } from './sync.ts'

export type Platform = keyof typeof PLATFORMS

const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS
const DAYS = 6

/** Names of the order with an id, as the platforms call it. */
const NAMES: Record<Platform, (id: number) => string> = {
  woocommerce: String,
  shopify: String,
  sylius: (id) => String(id).padStart(9, '0'),
  vendure: (id) => `CODE${id}`,
}

const toDay = (at: Date) => at.toISOString().slice(0, 10)

/** The days of the window, of which nothing is placed on the first and the last. */
export const aWindow = (days = DAYS) => {
  const now = app().clock().getTime()
  return { from: toDay(new Date(now - days * DAY_MS)), to: toDay(new Date(now)) }
}

/** A channel of a shop that plays the platform, whose orders are placed within the window or long before it. */
export const aReconciledShop = async (platform: Platform, fields: object = {}, db?: Table) => {
  const shop = await PLATFORMS[platform]()
  onTestFinished(shop.server.stop)
  const real = makeApp({ ...readConfig(), outboundAllowPrivate: true }).outbound
  const { address, server, type, credentials, config: connectorConfig } = shop
  const before = app()
  onTestFinished(() => useApp(before))
  const send: typeof real.send = (asked) => real.send({ ...asked, url: asked.url.replace(address, server.url) })
  simulating({ outbound: { send }, ...(db && { db }) })
  const owner = await aMember()
  const syncSettings = { daysToLookBack: 30, ...fields }
  const channel = await aChannel(owner, { type, credentials, connectorConfig, syncSettings })
  const random = chance()
  const now = app().clock().getTime()
  const put = (id: number, daysAgo: number, more: Partial<Sample> = {}) => {
    const placed = Math.floor((now - daysAgo * DAY_MS) / 1000) * 1000
    const placedAt = new Date(placed).toISOString()
    const each = sample(id, { placedAt, modifiedAt: new Date(placed + HOUR_MS).toISOString(), ...more })
    shop.put(each)
    return each
  }
  const nameOf = NAMES[platform]
  const findId = async (id: number) => {
    const { orders } = await ordersOf(owner, { channelId: channel.id, externalOrderId: nameOf(id) })
    return orders[0]?.id as string
  }
  const begin = async (body: object = {}) => {
    const { status, body: run } = await owner.post(`/api/sales/channels/${channel.id}/reconcile`, {
      ...aWindow(),
      ...body,
    })
    expect(status, JSON.stringify(run)).toBe(202)
    return run as { id: string }
  }
  const readRun = async ({ id }: { id: string }) =>
    (await owner.get(`/api/sales/channels/${channel.id}/sync-runs/${id}`)).body
  /** Returns what a run found, by order, with what ends it and what was done. */
  const readFindings = async (run: { id: string }) => {
    const { member } = await recordsOf(owner, channel, run)
    const found = member.filter(({ finding }: { finding: unknown }) => finding !== null)
    return found.map(({ externalId, finding, mend, action }: Record<string, string>) => [
      externalId,
      finding,
      mend,
      action,
    ]) as [string, string, string, string][]
  }
  const reconcile = async (body: object = {}) => {
    const run = await begin(body)
    await runPartitions(owner)
    return { run: await readRun(run), found: (await readFindings(run)).sort() }
  }
  return { shop, owner, channel, put, nameOf, findId, random, begin, readRun, readFindings, reconcile }
}

type Reconciled = Awaited<ReturnType<typeof aReconciledShop>>

/** What happens to an order after it was imported, on either side, with what is then found and what ends it. */
const FATES = {
  kept: undefined,
  changed: ['different', 'apply'],
  'changed without a date': ['different', 'apply'],
  'set back': ['different', 'apply'],
  deleted: ['missing_in_shop', 'apply'],
  corrected: ['different', 'mark'],
  'cancelled here': ['different', 'mark'],
} as const
type Fate = keyof typeof FATES

const ADDRESS = { name: 'Ada', line1: 'Speicherstadt 1', city: 'Hamburg', postalCode: '20457', countryCode: 'DE' }

const suffer = async ({ shop, owner, put, findId }: Reconciled, fate: Fate, { id, daysAgo, modifiedAt }: Placed) => {
  const later = (ms: number) => new Date(Date.parse(modifiedAt) + ms).toISOString()
  const more = { quantity: 3, total: '38.70' }
  const path = `/api/sales/orders/${await findId(id)}`
  const expectDone = ({ status, body }: Awaited<ReturnType<Member['post']>>) =>
    expect(status, JSON.stringify(body)).toBe(200)
  if (fate === 'changed') put(id, daysAgo, { ...more, modifiedAt: later(HOUR_MS) })
  if (fate === 'changed without a date') put(id, daysAgo, { state: 'cancelled' })
  if (fate === 'set back') put(id, daysAgo, { ...more, modifiedAt: later(-HOUR_MS / 2) })
  if (fate === 'deleted') shop.remove(id)
  if (fate === 'corrected') expectDone(await owner.patch(path, { shippingAddress: ADDRESS }))
  if (fate === 'cancelled here') expectDone(await owner.post(`${path}/cancel`, { reason: 'The buyer called' }))
}

interface Placed {
  id: number
  daysAgo: number
  modifiedAt: string
}

const [ORDERS, MISSED, STRANGERS, OLD] = [26, 5, 3, 4]
const OLD_DAYS = 12

/** Has orders lost, changed and added on either side, as the seed says, and returns what a run has to find. */
export const differ = async (of: Reconciled) => {
  const { owner, channel, put, nameOf, random } = of
  const aDay = () => 1 + random() * (DAYS - 2.5)
  const placed: Placed[] = []
  for (let id = 1; id <= ORDERS; id++) {
    const daysAgo = aDay()
    placed.push({ id, daysAgo, modifiedAt: put(id, daysAgo).modifiedAt })
  }
  for (let id = 101; id <= 100 + OLD; id++) put(id, OLD_DAYS)
  await syncing(owner, channel)
  const names = Object.keys(FATES) as Fate[]
  const expected: [string, string, string][] = []
  for (const each of placed) {
    // Each of them happens at least once.
    const fate = names[each.id <= names.length ? each.id - 1 : Math.floor(random() * names.length)] as Fate
    await suffer(of, fate, each)
    const found = FATES[fate]
    if (found) expected.push([nameOf(each.id), ...found])
  }
  for (let id = 201; id <= 200 + MISSED; id++) {
    put(id, aDay())
    expected.push([nameOf(id), 'missing_here', 'import'])
  }
  for (let id = 101; id <= 100 + OLD; id++) put(id, OLD_DAYS, { state: 'cancelled' })
  const placedAt = new Date(app().clock().getTime() - 2 * DAY_MS).toISOString()
  const rows = Array.from({ length: STRANGERS }, () => aRow({ placedAt }))
  expect((await importing(owner, channel.id, rows)).body).toMatchObject({ imported: STRANGERS })
  for (const { externalOrderId } of rows) expected.push([externalOrderId, 'missing_in_shop', 'mark'])
  return expected.sort()
}
