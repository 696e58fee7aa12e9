import { performance } from 'node:perf_hooks'
import { buildAccountKey } from '../lib/billing/account-key.ts'
import { invoices } from '../lib/billing/invoices/invoice-store.ts'
import { ledgerAccountKey, ledgerEntries } from '../lib/billing/ledger/ledger-store.ts'
import { partners } from '../lib/partner/partner-store.ts'
import { app, useApp } from '../lib/platform/app/app.ts'
import { type Id, newId } from '../lib/platform/id.ts'
import { newRecord } from '../lib/platform/store/entities/entity.ts'
import { type Table, typeReads } from '../lib/platform/store/table/table.ts'
import { completeOrderSettings, completeSyncSettings, type StoredChannel } from '../lib/sales/channels/channel.ts'
import { channels } from '../lib/sales/channels/channel-store.ts'
import { NEW_LISTING, type StoredListing } from '../lib/sales/listings/listing.ts'
import { listings } from '../lib/sales/listings/listing-store.ts'
import type { StoredOrder } from '../lib/sales/orders/order.ts'
import { orders } from '../lib/sales/orders/order-store.ts'
import { custodians } from '../lib/warehousing/custodian-store.ts'
import { aMember, type Member } from '../tests/support/client.ts'
import { fill, storedCustodian, storedInvoice, storedLedgerEntry } from '../tests/support/fill.ts'
import { buildParts } from '../tests/support/order-parts.ts'
import { FULFILMENT_SUBJECTS } from './lists/fulfilment.ts'
import { type Case, first, last, middle, mostly, SIZES, type Subject } from './lists/subject.ts'
import { startPlatform } from './platform.ts'

// npm run bench:lists [-- custodians|invoices|orders|statement|drift|fulfilment-orders|shipments|movements|returns
// [year|minutes]]
// Compares the speed of a list in a tenant with many resources and in one with few, and that of a page in the middle with that
// of the first one. Of orders, most of which are imported at once, also the first reading of a middle page has a bound.

const ROUNDS = Number(process.env.ROUNDS ?? 80)
const PAGE_SIZE = 20
const GOAL = 1.5
/**
 * Bounds of a page in the middle: calls that follow one another beyond those of the first page, and in all if nobody read it
 * before.
 */
const MAX_MORE_CALLS = 3
const MAX_COLD_CALLS = 10
const MAX_COLD_MS = 500
const DAY_MS = 86_400_000
const SPANS = { 'a year': 365 * DAY_MS, 'five minutes': 300_000 }

const NO_DETAILS = {
  countryCode: null,
  defaultCurrency: null,
  locale: null,
  taxId: null,
  vatId: null,
  bankAccount: null,
  address: null,
  billingContact: null,
  electronicAddress: null,
  buyerReference: null,
  selfBilling: null,
  vatCheck: null,
}
const CHANNEL = newId(new Date(2))
const CATALOG = `/api/sales/channels/${CHANNEL}/catalog`

/** A channel that is never synced, of a shop that is never called. */
const aChannel: StoredChannel = {
  ...newRecord(CHANNEL),
  name: 'Shop',
  code: 'SHOP',
  type: 'manual',
  status: 'active',
  partnerId: null,
  merchantId: null,
  sourcingPrincipal: null,
  pullAssortmentId: null,
  pushAssortmentId: null,
  defaultFulfilmentPolicyId: null,
  defaultCurrency: null,
  supportedCurrencies: [],
  defaultLocale: null,
  supportedLocales: [],
  pricesIncludeTax: null,
  priceCurrency: null,
  hasWebhook: false,
  deletable: false,
  syncSettings: completeSyncSettings(null),
  orderSettings: completeOrderSettings(null),
  connectorConfig: {},
  connectionId: null,
  webhookTopics: [],
  lastSyncAt: null,
  connectionStatus: null,
  sealedCredentials: null,
  shopId: CHANNEL,
  shopChannel: null,
  authFailedAt: null,
}

/** Seven of ten listings are in sync, two have drifted and one was never published. */
const aListing = (made: Date, i: number): StoredListing => {
  const driftState = i % 10 < 7 ? 'in_sync' : i % 10 < 9 ? 'drifted' : 'never_pushed'
  const headHash = { in_sync: `1.${i}`, drifted: `1.${i - 1}`, never_pushed: null }[driftState]
  const [id, variantId] = [newId(made), newId(made)]
  const known = { channelId: CHANNEL, shownIn: CHANNEL, currentHash: `1.${i}` }
  return { ...newRecord(id), ...NEW_LISTING, ...known, variantId, headHash, driftState }
}

/** Three of five orders are accepted; the others are held. */
const anOrder = (made: Date, i: number): StoredOrder => ({
  ...newRecord(newId(made)),
  channelId: CHANNEL,
  shopId: CHANNEL,
  externalOrderId: `E-${i}`,
  number: `E-${i}`,
  status: mostly(i, 'accepted', 'held'),
  decided: mostly(i, 'accepted', 'held'),
  platformStatus: 'processing',
  currency: 'EUR',
  total: 2580,
  placedAt: made.toISOString(),
  customer: { name: 'Ada Lovelace', email: 'ada@example.com', phone: null },
  customerNote: null,
  isTest: false,
  shippingAddress: null,
  billingAddress: null,
  ...buildParts(2580, {
    lineItems: [{ sku: 'TEA-GREEN-100', name: 'Green tea, 100 g', quantity: 2, unitPrice: 1290 }],
  }),
  decidedBy: { ruleSetId: null, reason: 'No rule applies' },
  cancellationReason: null,
  platformModifiedAt: null,
  sellerId: null,
  sellerTerms: null,
  countedOn: made.toISOString().slice(0, 10),
  serviceLevel: null,
  isRouted: false,
  warnedOfExpiry: null,
  customerId: null,
  customerKey: null,
  erasedAt: null,
  shopMeaning: 'ship',
  isCancelledHere: false,
  holdReason: null,
  note: null,
  tags: [],
  corrected: {},
  isRestHeld: false,
  soldAs: {},
  revision: 1,
  payloadFile: null,
  rowHash: String(i).padStart(64, '0'),
})

const PARTNER = newId(new Date(0))
const OTHER_PARTNER = newId(new Date(1))

const SUBJECTS: Record<string, Subject> = {
  ...FULFILMENT_SUBJECTS,
  custodians: {
    path: '/api/warehousing/custodians',
    sizes: SIZES,
    fill: (tenant, at) =>
      fill(
        'bench',
        custodians,
        tenant,
        at.map((made, i) =>
          storedCustodian(made, {
            status: mostly(i, 'active', 'suspended'),
            type: mostly(Math.floor(i / 5), 'custom', 'internal'),
            name: `Lager${i % 1000}`,
          }),
        ),
      ),
    cases: {
      'page 1': first(''),
      'by type, page 1': first('type=custom'),
      'by status, page 1': first('status=active'),
      'by type and status, page 1': first('type=custom&status=active'),
      'last page': last(''),
      'by status, last page': last('status=active'),
      'middle page': middle(''),
      'by status, middle page': middle('status=active'),
    },
  },
  orders: {
    path: '/api/sales/orders',
    sizes: SIZES,
    isImported: true,
    fill: (tenant, at) => fill('bench', orders, tenant, at.map(anOrder)),
    cases: {
      'page 1': first(''),
      'by status, page 1': first('status=accepted'),
      'of a channel, page 1': first(`channelId=${CHANNEL}`),
      'of a channel, by status, page 1': first(`channelId=${CHANNEL}&status=accepted`),
      'last page': last(''),
      'of a channel, last page': last(`channelId=${CHANNEL}`),
      'middle page': middle(''),
      'by status, middle page': middle('status=accepted'),
      'of a channel, middle page': middle(`channelId=${CHANNEL}`),
      'of a channel, by status, middle page': middle(`channelId=${CHANNEL}&status=accepted`),
    },
  },
  invoices: {
    path: '/api/billing/invoices',
    sizes: SIZES,
    fill: (tenant, at) =>
      fill(
        'bench',
        invoices,
        tenant,
        at.map((made, i) =>
          storedInvoice(made, {
            status: mostly(i, 'issued', 'paid'),
            partnerId: mostly(Math.floor(i / 5), PARTNER, OTHER_PARTNER),
            dueDate: new Date(Date.UTC(2026, 0, 1) + (i % 365) * DAY_MS).toISOString().slice(0, 10),
          }),
        ),
      ),
    cases: {
      'page 1': first(''),
      'by status, page 1': first('status=issued'),
      'by partner, page 1': first(`partnerId=${PARTNER}`),
      'of a range of due dates, page 1': first('dueDateFrom=2026-01-10&dueDateTo=2026-04-09'),
      'of a range, by status, page 1': first('dueDateFrom=2026-01-10&dueDateTo=2026-04-09&status=issued'),
      'of a range, by partner and status, page 1': first(
        `dueDateFrom=2026-01-10&dueDateTo=2026-04-09&status=issued&partnerId=${PARTNER}`,
      ),
      'last page': last(''),
      'of a range, last page': last('dueDateFrom=2026-01-10&dueDateTo=2026-04-09'),
      'of a range, by partner and status, last page': last(
        `dueDateFrom=2026-01-10&dueDateTo=2026-04-09&status=issued&partnerId=${PARTNER}`,
      ),
      'of a range, middle page': middle('dueDateFrom=2026-01-10&dueDateTo=2026-04-09'),
    },
  },
  statement: {
    path: `/api/billing/partners/${PARTNER}/statement`,
    sizes: [50, Number(process.env.MANY ?? 50_000)],
    countLines: ({ member }) => member[0]?.lineCount ?? 0,
    fill: async (tenant, at) => {
      const partner = { ...newRecord(PARTNER), name: 'Nordlicht', roles: [], ...NO_DETAILS }
      await fill('bench', partners, tenant, [partner])
      await app().db.put({
        put: { ...ledgerAccountKey(tenant, buildAccountKey(PARTNER, 'EUR')), kind: 'ledger-account' },
      })
      await fill(
        'bench',
        ledgerEntries,
        tenant,
        at.map((made, i) => storedLedgerEntry(made, { partnerId: PARTNER, amount: i % 3 ? 11_900 : -8_000 })),
      )
    },
    cases: {
      'page 1': first(''),
      'since a minute before, page 1': first(`from=${new Date(Date.now() - 60_000).toISOString()}`),
      'until a minute before, last page': last(`to=${new Date(Date.now() - 60_000).toISOString()}`),
      'last page': last(''),
      'middle page': middle('', false),
    },
  },
  drift: {
    path: `${CATALOG}/drift/rows`,
    sizes: [1000, SIZES[1]],
    fill: async (tenant, at) => {
      await fill('bench', channels, tenant, [aChannel])
      await fill('bench', listings, tenant, at.map(aListing))
    },
    cases: {
      summary: { ...first(''), path: `${CATALOG}/drift` },
      'health of all channels': { ...first(''), path: '/api/sales/channels/sync-health' },
      'rows, page 1': first(''),
      'rows, last page': last(''),
      'rows, middle page': middle(''),
    },
  },
}

const [wanted = 'custodians', spanName] = process.argv.slice(2)
const subject = SUBJECTS[wanted]
if (!subject) throw new Error(`Unknown list ${wanted}. Choose one of ${Object.keys(SUBJECTS).join(', ')}.`)

const stop = await startPlatform()

/** Number of calls of the table that followed one another since the last request began. */
let calls = 0

/** A call follows those that had ended when it began. */
const countCalls = (db: Table): Table => {
  const follow =
    <A extends unknown[], R>(call: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      const position = calls + 1
      const result = await call(...given)
      calls = Math.max(calls, position)
      return result
    }
  const { get, batchGet, query, put, update, transact } = db
  return typeReads({
    ...db,
    get: follow(get),
    batchGet: follow(batchGet),
    query: follow(query),
    put: follow(put),
    update: follow(update),
    transact: follow(transact),
  })
}
useApp({ ...app(), db: countCalls(app().db) })

const fillTenant = async (size: number, spanMs: number): Promise<Id> => {
  const tenant = newId(new Date())
  const start = Date.now() - spanMs
  await subject.fill(
    tenant,
    Array.from({ length: size }, (_, i) => new Date(start + Math.floor((i / size) * spanMs))),
  )
  return tenant
}

const buildUrl = async (member: Member, { query, place, path }: Case) => {
  if (path) return path
  const url = `${subject.path}?itemsPerPage=${PAGE_SIZE}&${query}`
  const { body } = await member.get(url)
  const pages = Math.ceil((subject.countLines?.(body) ?? body.totalItems) / PAGE_SIZE)
  const page = { first: 1, last: pages, middle: Math.ceil(pages / 2) }[place]
  return `${url}&page=${page}`
}

const measureRequest = async (member: Member, url: string) => {
  calls = 0
  const start = performance.now()
  const { status } = await member.get(url)
  if (status !== 200) throw new Error(`${url} was answered with ${status}.`)
  return { ms: performance.now() - start, calls }
}

const median = (list: number[]) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)] as number

interface Row {
  name: string
  asked: Case
  urls: string[]
  times: number[][]
  /** Calls that follow one another in the large tenant. */
  calls: number
}

/** Compares the page with the same one of the small tenant, or a page in the middle with the first one of its filter. */
const compare = ({ asked, times }: Row, rows: readonly Row[]): { reference: Row | undefined; ratio: number } => {
  const [few = 0, many = 0] = times.map(median)
  if (asked.place !== 'middle') return { reference: undefined, ratio: many / few }
  const reference = rows.find(
    (row) => row.asked.place === 'first' && row.asked.query === asked.query && !row.asked.path,
  )
  return { reference, ratio: many / median([...(reference?.times[1] ?? [])]) }
}

let missed = 0
const note = (isMissed: boolean, text: string): string => {
  if (!isMissed) return ''
  missed++
  return `  ${text}`
}

for (const [span, spanMs] of Object.entries(SPANS)) {
  if (spanName && !span.includes(spanName)) continue
  const ids = [await fillTenant(subject.sizes[0], spanMs), await fillTenant(subject.sizes[1], spanMs)]
  // Filling takes longer than a token is valid.
  const tenants = await Promise.all(ids.map((tenant) => aMember({ tenant })))
  const rows: Row[] = await Promise.all(
    Object.entries(subject.cases).map(async ([name, asked]) => {
      const urls = await Promise.all(tenants.map((member) => buildUrl(member, asked)))
      return { name, asked, urls, times: tenants.map((): number[] => []), calls: 0 }
    }),
  )
  console.log(`\ncreated within ${span}, pages in the middle that nobody read before`)
  for (const { name, asked, urls } of rows) {
    if (asked.place !== 'middle') continue
    const cold = await measureRequest(tenants[1] as Member, urls[1] as string)
    const isOver = subject.isImported && asked.goal && (cold.ms > MAX_COLD_MS || cold.calls > MAX_COLD_CALLS)
    const figures = `${cold.ms.toFixed(0).padStart(9)} ms${String(cold.calls).padStart(9)} calls`
    console.log(`${name.padEnd(46)}${figures}${note(!!isOver, `above ${MAX_COLD_MS} ms or ${MAX_COLD_CALLS} calls`)}`)
  }
  for (let round = -10; round < ROUNDS; round++)
    for (const row of rows)
      for (const [i, member] of tenants.entries()) {
        const measured = await measureRequest(member, row.urls[i] as string)
        if (round >= 0) row.times[i]?.push(measured.ms)
        if (i === 1) row.calls = measured.calls
      }
  console.log(`\ncreated within ${span}, median of ${ROUNDS} (ms); the ratio of a middle page is to the first one`)
  console.log(`${'list'.padEnd(46)}${subject.sizes.map((size) => String(size).padStart(9)).join('')}    ratio  calls`)
  for (const row of rows) {
    const { reference, ratio } = compare(row, rows)
    const isOver = row.asked.goal && (ratio > GOAL || row.calls > (reference?.calls ?? row.calls) + MAX_MORE_CALLS)
    const figures = row.times.map((each) => median(each).toFixed(2).padStart(9)).join('')
    const compared = `${ratio.toFixed(2).padStart(9)}${String(row.calls).padStart(7)}`
    console.log(
      `${row.name.padEnd(46)}${figures}${compared}${note(isOver, `above ${GOAL} or ${MAX_MORE_CALLS} calls`)}`,
    )
  }
}
await stop()
process.exitCode = missed ? 1 : 0
