import { performance } from 'node:perf_hooks'
import { buildAccountKey } from '../lib/billing/account-key.ts'
import { invoices } from '../lib/billing/invoices/invoice-store.ts'
import { ledgerAccountKey, ledgerEntries } from '../lib/billing/ledger/ledger-store.ts'
import { partners } from '../lib/partner/partner-store.ts'
import { app } from '../lib/platform/app/app.ts'
import { type Id, newId } from '../lib/platform/id.ts'
import { newRecord } from '../lib/platform/store/entities/entity.ts'
import { completeSyncSettings, type StoredChannel } from '../lib/sales/channels/channel.ts'
import { channels } from '../lib/sales/channels/channel-store.ts'
import { NEW_LISTING, type StoredListing } from '../lib/sales/listings/listing.ts'
import { listings } from '../lib/sales/listings/listing-store.ts'
import { custodians } from '../lib/warehousing/custodian-store.ts'
import { aMember, type Member } from '../tests/support/client.ts'
import { fill, storedCustodian, storedInvoice, storedLedgerEntry } from '../tests/support/fill.ts'
import { startPlatform } from './platform.ts'

// npm run bench:lists [-- custodians|invoices|statement|drift [year|minutes]]
// Compares the speed of a list in a tenant with many resources and in one with few.

const SIZES: Sizes = [100, Number(process.env.MANY ?? 100_000)]
const ROUNDS = Number(process.env.ROUNDS ?? 80)
const PAGE_SIZE = 20
const GOAL = 1.5
const DAY_MS = 86_400_000
const SPANS = { 'a year': 365 * DAY_MS, 'five minutes': 300_000 }

type Sizes = readonly [few: number, many: number]

interface Case {
  query: string
  /** An address without pages, if it differs from the subject's. */
  path?: string
  place: 'first' | 'middle' | 'last'
  goal: boolean
}

interface Subject {
  path: string
  sizes: Sizes
  /** Returns the number of lines that are paged; without it the members are paged. */
  countLines?: (body: { member: { lineCount: number }[] }) => number
  /** Writes a resource for each of these moments. */
  fill: (tenant: Id, moments: readonly Date[]) => Promise<void>
  cases: Record<string, Case>
}

// Three in five have the same value, so that even a small tenant fills a page with any filter.
const mostly = <T>(i: number, most: T, rest: T) => (i % 5 < 3 ? most : rest)

const NO_DETAILS = {
  countryCode: null,
  defaultCurrency: null,
  locale: null,
  taxId: null,
  address: null,
  billingContact: null,
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
  hasWebhook: false,
  deletable: false,
  syncSettings: completeSyncSettings(null),
  connectorConfig: {},
  connectionId: null,
  webhookTopics: [],
  lastSyncAt: null,
  connectionStatus: null,
  sealedCredentials: null,
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

const PARTNER = newId(new Date(0))
const OTHER_PARTNER = newId(new Date(1))

const first = (query: string): Case => ({ query, place: 'first', goal: true })
const last = (query: string): Case => ({ query, place: 'last', goal: true })
const middle = (query: string): Case => ({ query, place: 'middle', goal: false })

const SUBJECTS: Record<string, Subject> = {
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
      'middle page': middle(''),
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
  const start = performance.now()
  const { status } = await member.get(url)
  if (status !== 200) throw new Error(`${url} was answered with ${status}.`)
  return performance.now() - start
}

const median = (list: number[]) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)] as number

let missed = 0
for (const [span, spanMs] of Object.entries(SPANS)) {
  if (spanName && !span.includes(spanName)) continue
  const ids = [await fillTenant(subject.sizes[0], spanMs), await fillTenant(subject.sizes[1], spanMs)]
  // Filling takes longer than a token is valid.
  const tenants = await Promise.all(ids.map((tenant) => aMember({ tenant })))
  const rows = await Promise.all(
    Object.entries(subject.cases).map(async ([name, asked]) => {
      const urls = await Promise.all(tenants.map((member) => buildUrl(member, asked)))
      return { name, goal: asked.goal, urls, times: tenants.map((): number[] => []) }
    }),
  )
  for (let round = -10; round < ROUNDS; round++)
    for (const { urls, times } of rows)
      for (const [i, member] of tenants.entries()) {
        const ms = await measureRequest(member, urls[i] as string)
        if (round >= 0) times[i]?.push(ms)
      }
  console.log(`\ncreated within ${span}, median of ${ROUNDS} (ms)`)
  console.log(`${'list'.padEnd(46)}${subject.sizes.map((size) => String(size).padStart(9)).join('')}    ratio`)
  for (const { name, goal, times } of rows) {
    const [few = 0, many = 0] = times.map(median)
    const over = goal && many / few > GOAL
    if (over) missed++
    const figures = [few, many].map((ms) => ms.toFixed(2).padStart(9)).join('')
    console.log(`${name.padEnd(46)}${figures}${(many / few).toFixed(2).padStart(9)}${over ? `  above ${GOAL}` : ''}`)
  }
}
await stop()
process.exitCode = missed ? 1 : 0
