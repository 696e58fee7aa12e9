import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createClient, createSession, isProblem } from '../../client/src/index.ts'
import type { Demo } from '../banner.ts'
import { buildExamples } from './build-examples.ts'
import { EXAMPLES_FILE } from './examples-file.ts'
import { makeArrivals } from './make-arrivals.ts'
import { makeBooks } from './make-books.ts'
import { makeConflict } from './make-conflict.ts'
import { makeDeliveries } from './make-deliveries.ts'
import { makeCatalog, makeCustodians, makeStock } from './make-goods.ts'
import { makeMoney, makeSettings } from './make-money.ts'
import { makePartners } from './make-partners.ts'
import { makePeople, makeWebhookEndpoint } from './make-people.ts'
import { connectShops, decideOrders, fillHalls, openShops, subscribeToShop } from './make-shops.ts'
import { createMaker, type Maker } from './maker.ts'
import { openNotes, replaceFile } from './notes.ts'

const PARTS: readonly ((maker: Maker) => Promise<void>)[] = [
  makeSettings,
  makeWebhookEndpoint,
  makePartners,
  makeCustodians,
  makeCatalog,
  connectShops,
  fillHalls,
  openShops,
  subscribeToShop,
  makeStock,
  makeArrivals,
  makeBooks,
  decideOrders,
  makeDeliveries,
  makePeople,
  makeMoney,
  makeConflict,
]

const countAll = async ({ client }: Maker) => {
  const one = { itemsPerPage: 1 }
  const { partner, warehousing, sales, catalog, fulfilment, shipping, billing, notification } = client
  const lists = {
    partners: partner.partners.list(one),
    custodians: warehousing.custodians.list(one),
    channels: sales.channels.list(one),
    variants: catalog.variants.list(one),
    orders: sales.orders.list(one),
    shipments: shipping.shipments.list(one),
    returns: fulfilment.returns.list(one),
    invoices: billing.invoices.list(one),
    settlements: billing.settlements.list(one),
    notifications: notification.notifications.list({ limit: 1 }),
  }
  const counts = await Promise.all(
    Object.entries(lists).map(async ([name, page]) => {
      const { totalItems } = await page
      return `${totalItems} ${totalItems === 1 ? name.slice(0, -1) : name}`
    }),
  )
  return `${counts.slice(0, -1).join(', ')} and ${counts.at(-1)}`
}

const MAX_ATTEMPTS = 5

/** Makes all parts. Goes on from where it was if the platform did not answer in time, as on a busy machine. */
const makeAll = async (maker: Maker) => {
  for (let attempt = 1; ; attempt++) {
    try {
      for (const make of PARTS) await make(maker)
      return
    } catch (error) {
      if (!isProblem(error, 'UNAVAILABLE') || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

interface DemoOptions {
  demo: Demo
  api: string
  mails: string
  receiver: string
  dataDir: string
  runSchedule: (name: string) => Promise<void>
  signal: AbortSignal
}

/**
 * Makes what the demo tenant does not have yet, as a client of the API, and the examples of the reference that name it.
 * Returns a sentence that says what the tenant has now; undefined if it had everything.
 */
export const fillDemoTenant = async ({ demo, dataDir, api, ...rest }: DemoOptions): Promise<string | undefined> => {
  const notes = await openNotes(join(dataDir, 'demo', 'notes.json'), demo.tenantId)
  const session = createSession()
  const client = createClient({ baseUrl: api, authentication: session })
  let isChanged = false
  const add: typeof notes.add = async (name, value) => {
    isChanged = true
    await notes.add(name, value)
  }
  const maker = createMaker({ ...rest, api, tenantId: demo.tenantId, client, notes: { ...notes, add } })
  const tokens = await client.iam.auth.login({ email: demo.email, password: demo.password })
  if ('mfaToken' in tokens) return undefined
  await session.adopt(tokens)
  await makeAll(maker)
  const examples = join(dataDir, EXAMPLES_FILE)
  if (!isChanged && existsSync(examples)) return undefined
  await replaceFile(examples, JSON.stringify(await buildExamples(maker), null, 2))
  return await countAll(maker)
}
