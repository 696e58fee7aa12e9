import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { packWithin } from '../../lib/platform/store/outlines/pack-outlines.ts'
import { anInternal, aPolicy, settled, stocking } from '../fulfilment/fulfilling.ts'
import { aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { dyingAt } from '../support/dying.ts'
import { aManualChannel, aRow, importing, ordersOf } from './orders.ts'

const HISTORIES = Number(process.env.HISTORIES ?? 6)

afterEach(() => useApp(undefined))

interface Shown {
  id: string
  number: string
  externalOrderId: string
  channelId: string
  status: string
  customer: { name: string | null; email: string | null } | null
  shippingAddress: { name: string | null; email: string | null } | null
  lineItems: { sku: string | null }[]
  placedAt: string | null
  paymentStatus: string
  fulfilmentStatus: string
  currency: string
  total: number
}

type Asked = Record<string, string>

/** Reads the pages of a list, and checks its total. */
const readAll = async (member: Member, asked: Asked, itemsPerPage = 100): Promise<Shown[]> => {
  const found: Shown[] = []
  for (let page = 1; ; page++) {
    const query = new URLSearchParams({ ...asked, page: String(page), itemsPerPage: String(itemsPerPage) })
    const { status, body } = await member.get(`/api/sales/orders?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    found.push(...body.member)
    if (body.member.length < itemsPerPage) {
      expect(body.totalItems).toBe(found.length)
      return found
    }
  }
}

const lower = (text: string | null | undefined) => text?.trim().toLowerCase() ?? ''
const words = (text: string | null | undefined) => lower(text).split(/[^a-zà-ž0-9]+/)

/** What each filter means, by what the list shows. */
const MEANINGS: Record<string, (order: Shown, wanted: string) => boolean> = {
  number: ({ number }, wanted) => lower(number).replace('#', '') === lower(wanted).replace('#', ''),
  externalOrderId: ({ externalOrderId }, wanted) => externalOrderId === wanted,
  customerEmail: ({ customer, shippingAddress }, wanted) =>
    [customer?.email, shippingAddress?.email].map(lower).includes(lower(wanted)),
  customerName: ({ customer, shippingAddress }, wanted) =>
    words(wanted).every((part) =>
      [customer?.name, shippingAddress?.name].flatMap(words).some((word) => word.startsWith(part)),
    ),
  sku: ({ lineItems }, wanted) => lineItems.some(({ sku }) => lower(sku) === lower(wanted)),
  placedFrom: ({ placedAt }, wanted) => placedAt !== null && placedAt >= `${wanted}T00:00:00.000Z`,
  placedTo: ({ placedAt }, wanted) => placedAt !== null && placedAt <= `${wanted}T23:59:59.999Z`,
  paymentStatus: ({ paymentStatus }, wanted) => paymentStatus === wanted,
  fulfilmentStatus: ({ fulfilmentStatus }, wanted) => fulfilmentStatus === wanted,
  currency: ({ currency }, wanted) => currency === wanted,
  totalFrom: ({ total }, wanted) => total >= Number(wanted),
  totalTo: ({ total }, wanted) => total <= Number(wanted),
  status: ({ status }, wanted) => status === wanted,
}

const EMAILS = ['ada@example.com', ' ADA@Example.com', 'bob@example.com'] as const
const NAMES = ['Ada Lovelace', 'Adam Smith', 'Zoë Ångström'] as const
const SKUS = ['TEA-1', 'tea-1', 'CUP'] as const

const anyRow = fc.record({
  number: fc.constantFrom('#1001', '1001', 'DE-7', null),
  customer: fc.option(fc.record({ name: fc.constantFrom(...NAMES), email: fc.constantFrom(...EMAILS) })),
  shippingAddress: fc.option(fc.record({ name: fc.constantFrom(...NAMES), email: fc.constantFrom(...EMAILS, null) })),
  total: fc.constantFrom(0, 100, 250),
  currency: fc.constantFrom('EUR', 'USD'),
  placedAt: fc.constantFrom('2026-03-01T23:59:59Z', '2026-03-02T00:00:00Z', '2026-03-04T12:00:00+05:00', null),
  paymentStatus: fc.constantFrom('paid', 'unpaid', null),
  status: fc.constantFrom('processing', 'processing', 'cancelled'),
  lineItems: fc.array(fc.record({ sku: fc.constantFrom(...SKUS), quantity: fc.constant(1) }), { maxLength: 2 }),
})

const anyAsked = fc
  .record({
    number: fc.option(fc.constantFrom('1001', '#1001', 'de-7', '100')),
    externalOrderId: fc.option(fc.constantFrom('order-0', 'order-3')),
    customerEmail: fc.option(fc.constantFrom('Ada@example.com', 'bob@example.com', 'nobody@example.com')),
    customerName: fc.option(fc.constantFrom('ada', 'lov ada', 'ada lovelace', 'smi')),
    sku: fc.option(fc.constantFrom('Tea-1', 'CUP', 'POT')),
    placedFrom: fc.option(fc.constantFrom('2026-03-01', '2026-03-02')),
    placedTo: fc.option(fc.constantFrom('2026-03-02', '2026-03-04')),
    paymentStatus: fc.option(fc.constantFrom('paid', 'unpaid', 'unknown')),
    fulfilmentStatus: fc.option(fc.constantFrom('none', 'in_progress', 'blocked', 'cancelled')),
    currency: fc.option(fc.constantFrom('EUR', 'USD')),
    totalFrom: fc.option(fc.constantFrom('0', '100')),
    totalTo: fc.option(fc.constantFrom('100', '250')),
    status: fc.option(fc.constantFrom('accepted', 'cancelled')),
  })
  .chain((all) => {
    const given = Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]))
    return fc.subarray(given, { maxLength: 3 }).map((some): Asked => Object.fromEntries(some))
  })

const anyStep = fc.record({
  of: fc.nat(5),
  row: anyRow,
  /** The transaction at which the process dies; 0 for none. */
  kill: fc.constantFrom(0, 0, 1, 2),
  isAfter: fc.boolean(),
  packs: fc.boolean(),
})

const SMALL = { maxMembers: 3, maxPacked: 4, minPacked: 1 }

describe('searching orders', () => {
  it('finds by any questions what a filter over all orders finds, after any changes and deaths', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyStep, { minLength: 1, maxLength: 10 }),
        fc.array(anyAsked, { minLength: 12, maxLength: 12 }),
        async (steps, asked) => {
          const owner = await aMember()
          await aPolicy(owner)
          const [tea] = await Promise.all([aVariant(owner, { sku: 'Tea-1' }), aVariant(owner, { sku: 'CUP' })])
          await stocking(owner, tea.id, (await anInternal(owner)).id, 3)
          const channel = await aManualChannel(owner)
          for (const [i, { of, row, kill, isAfter, packs }] of steps.entries()) {
            const modifiedAt = new Date(Date.UTC(2026, 2, 5, 0, i)).toISOString()
            const sent = { ...aRow(), ...row, externalOrderId: `order-${of}`, modifiedAt }
            if (kill) useApp(dyingAt(kill, isAfter))
            await importing(owner, channel.id, [sent])
            useApp(undefined)
            await importing(owner, channel.id, [sent])
            if (i % 3 === 0) await settled()
            const task = { tenant: owner.tenant, kind: 'order' }
            if (packs) await packWithin(dyingAt(1, isAfter), task, SMALL).catch(() => {})
            if (packs) await packWithin(app(), task, SMALL)
          }
          await settled()
          const all = await readAll(owner, {})
          for (const each of asked) {
            const expected = all.filter((order) =>
              Object.entries(each).every(([name, wanted]) => MEANINGS[name]?.(order, wanted)),
            )
            const found = await readAll(owner, each, 2)
            expect([each, found.map(({ id }) => id)]).toEqual([each, expected.map(({ id }) => id)])
          }
        },
      ),
      { numRuns: HISTORIES },
    )
  })
})

describe('the questions to the list of orders', () => {
  let owner: Member
  beforeAll(async () => {
    owner = await aMember()
  })

  it('are about the tenant’s days', async () => {
    await owner.put('/api/configuration/settings/bulk', {
      settings: [{ key: 'general.timezone', value: 'Pacific/Auckland' }],
    })
    const channel = await aManualChannel(owner)
    // In Auckland, both are on 3 March.
    const rows = ['2026-03-02T11:00:00Z', '2026-03-03T10:59:59Z'].map((placedAt) => aRow({ placedAt }))
    await importing(owner, channel.id, rows)
    const count = async (query: Asked) => (await ordersOf(owner, { channelId: channel.id, ...query })).total
    expect(await count({ placedFrom: '2026-03-03', placedTo: '2026-03-03' })).toBe(2)
    expect(await count({ placedTo: '2026-03-02' })).toBe(0)
    expect(await count({ placedFrom: '2026-03-04' })).toBe(0)
  })

  it('refuse ranges that end before they begin', async () => {
    const query = new URLSearchParams({ placedFrom: '2026-03-02', placedTo: '2026-03-01' })
    const { status, body } = await owner.get(`/api/sales/orders?${query}`)
    expect([status, body.violations]).toEqual([
      400,
      [{ propertyPath: 'placedTo', message: 'must not be before placedFrom' }],
    ])
    const totals = await owner.get('/api/sales/orders?totalFrom=2&totalTo=1')
    expect([totals.status, totals.body.violations[0]?.propertyPath]).toEqual([400, 'totalTo'])
  })

  it('leave no address in what is stored to find orders', async () => {
    const channel = await aManualChannel(owner)
    const email = 'grace.hopper@example.com'
    await importing(owner, channel.id, [aRow({ customer: { email } })])
    expect(await ordersOf(owner, { customerEmail: email })).toMatchObject({ total: 1 })
    const outlines = await app().db.query({ pk: `T#${owner.tenant}#order?outlines` })
    expect(outlines.length).toBeGreaterThan(0)
    expect(JSON.stringify(outlines)).not.toMatch(/hopper/i)
  })

  it('are those of the export', async () => {
    const channel = await aManualChannel(owner)
    const rows = [aRow({ number: 'X-1' }), aRow({ number: 'X-2' })]
    await importing(owner, channel.id, rows)
    const { body } = await owner.get('/api/sales/orders/export?number=x-2')
    expect(body).toContain('X-2')
    expect(body).not.toContain('X-1')
  })
})
