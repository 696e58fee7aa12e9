import { describe, expect, it } from 'vitest'
import { isBadRecord, type Shop } from '../../lib/connectors/connector.ts'
import { getConnector } from '../../lib/connectors/registry.ts'
import { buildParts } from '../support/order-parts.ts'
import { refusalOf } from './platforms.ts'

const connector = getConnector('simulator')
const NOW = '2026-03-01T12:00:00Z'

const buildShop = (given: Record<string, string> = {}, config: Record<string, string> = {}): Shop => ({
  credentials: connector.prepare({ api_key: 'k', now: NOW, ...given }),
  config,
  http: { send: () => Promise.reject(new Error('it has no network')), now: () => new Date(NOW) },
})

const pageOf = (store: Shop, cursor: string | null = null, more: object = {}) => {
  if (!connector.orders) throw new Error('no orders')
  return connector.orders.page(store, { since: new Date(0), statuses: null, cursor, ...more })
}

const walk = async (store: Shop, more: object = {}) => {
  const records = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof pageOf>> = await pageOf(store, cursor, more)
    records.push(...page.orders)
    cursor = page.next
  } while (cursor !== null)
  return records
}

describe('a simulated shop', () => {
  it('has the same orders for the same seed and others for another one', async () => {
    const first = await walk(buildShop({ orders: '30' }))
    expect(await walk(buildShop({ orders: '30' }))).toEqual(first)
    expect(await walk(buildShop({ orders: '30', seed: 'other' }))).not.toEqual(first)
  })

  it('has the configured number of orders, each once, sorted by time of change', async () => {
    const records = await walk(buildShop({ orders: '330', page_size: '7' }))
    expect(new Set(records.map(({ ref }) => ref)).size).toBe(330)
    expect(records).toHaveLength(330)
    const times = records.map(({ modifiedAt }) => modifiedAt ?? '')
    expect(times).toEqual([...times].sort())
  })

  it('gets new orders as time passes', async () => {
    const refs = async (now: string) => (await walk(buildShop({ now, orders: '10' }))).map(({ ref }) => ref)
    const [before, after] = [await refs('2026-03-01T12:00:00Z'), await refs('2026-03-01T12:01:00Z')]
    expect(after.filter((ref) => !before.includes(ref))).toHaveLength(1)
  })

  it('returns changed orders, and those that wait, were sent or ended whatever the filter', async () => {
    const store = buildShop({ orders: '500', changed_percent: '50' })
    const since = new Date('2026-03-01T10:00:00Z')
    const records = await walk(store, { since, statuses: ['processing'] })
    const statuses = new Set<string>()
    for (const record of records) {
      expect(Date.parse(record.modifiedAt ?? '')).toBeGreaterThanOrEqual(since.getTime())
      if (!isBadRecord(record)) statuses.add(record.order.status ?? '')
    }
    // The only other orders are those that the shop has sent, that wait because a piece was added to them, or are refunded as a whole.
    expect([...statuses].filter((status) => status !== 'refunded').sort()).toEqual([
      'cancelled',
      'completed',
      'on-hold',
      'pending',
      'processing',
    ])
  })

  it('has orders whose parts add up, gross and net, in currencies with other decimals', async () => {
    const everything = {
      ...{ orders: '400', changed_percent: '60', refunded_percent: '40', edited_percent: '20' },
      ...{ discount_percent: '50', digital_percent: '20', tip_percent: '20' },
    }
    const kinds = new Set<string>()
    for (const more of [{}, { gross: 'false' }, { currency: 'JPY' }, { currency: 'KWD', gross: 'false' }])
      for (const record of await walk(buildShop({ ...everything, ...more }))) {
        if (isBadRecord(record)) throw new Error(record.error)
        const { order } = record
        const parts = buildParts(order.total, order)
        expect(parts.adjustment, record.ref).toBeNull()
        for (const line of parts.lineItems) {
          const [tax] = line.taxes ?? []
          const exact = ((line.total ?? 0) * (tax?.ratePercent ?? 0)) / (100 + (tax?.ratePercent ?? 0))
          expect(Math.abs((tax?.amount ?? 0) - exact), record.ref).toBeLessThanOrEqual(1)
          kinds.add(line.kind)
        }
      }
    expect([...kinds].sort()).toEqual(['digital', 'goods', 'tip'])
  })

  it('refunds pieces before and after they left, and keeps the rest', async () => {
    const store = buildShop({ orders: '400', changed_percent: '100', refunded_percent: '100', discount_percent: '0' })
    const kept = { before: 0, after: 0 }
    for (const record of await walk(store)) {
      if (isBadRecord(record)) throw new Error(record.error)
      const { order } = record
      const parts = buildParts(order.total, order)
      const [refund] = parts.refunds
      if (!refund) continue
      const [line] = parts.lineItems
      const isRemoved = refund.lines[0]?.isRemoved === true
      kept[isRemoved ? 'before' : 'after']++
      expect([line?.cancelledQuantity, line?.refundedQuantity]).toEqual(isRemoved ? [1, 0] : [0, 1])
      expect(parts.keptAmount).toBe(isRemoved ? order.total : order.total - refund.amount)
      expect(parts.payment?.paidAmount).toBe(parts.keptAmount + refund.amount)
    }
    expect(kept.before).toBeGreaterThan(100)
    expect(kept.after).toBeGreaterThan(100)
  })

  it('shows unpaid orders as such, and those that are paid after they were cancelled', async () => {
    const statusOf = async (given: Record<string, string>) => {
      const records = await walk(buildShop({ orders: '200', every_seconds: '60', ...given }))
      return records.map((record) => (isBadRecord(record) ? null : [record.order.status, record.order.paymentStatus]))
    }
    for (const each of await statusOf({ unpaid_percent: '100', changed_percent: '0' }))
      expect(each).toEqual(['pending', 'unpaid'])
    const returned = await statusOf({
      ...{ changed_percent: '100', refunded_percent: '0', edited_percent: '0', returned_to_paid_percent: '100' },
    })
    const counts = Map.groupBy(returned, (each) => String(each))
    expect([...counts.keys()].sort()).toEqual(['cancelled,voided', 'pending,unpaid', 'processing,paid'])
  })

  it('has the configured share of broken records, always the same ones', async () => {
    const badOf = async () => (await walk(buildShop({ orders: '1000', bad_percent: '10' }))).filter(isBadRecord)
    const bad = await badOf()
    expect(bad.length).toBeGreaterThan(60)
    expect(bad.length).toBeLessThan(140)
    expect(await badOf()).toEqual(bad)
  })

  it('fails as often as configured', async () => {
    const store = buildShop({ seed: 'failing', fail_percent: '30', rate_limit_percent: '30' })
    const codes = new Map<string, number>()
    for (let call = 0; call < 300; call++) {
      const code = await pageOf(store).then(
        () => 'none',
        ({ code }) => code,
      )
      codes.set(code, (codes.get(code) ?? 0) + 1)
    }
    for (const code of ['none', 'UPSTREAM_ERROR', 'RATE_LIMITED']) expect(codes.get(code), code).toBeGreaterThan(60)
  })

  it('reads its settings from the channel as well and refuses invalid ones', async () => {
    expect(await walk(buildShop({ orders: '10' }, { orders: '3' }))).toHaveLength(3)
    for (const wrong of [
      { orders: '-1' },
      { orders: '1e9' },
      { bad_percent: '101' },
      { now: 'today' },
      { currency: 'euro' },
      { gross: 'maybe' },
    ])
      expect(await refusalOf(pageOf(buildShop(wrong)))).toMatchObject({ code: 'INVALID_CONFIG' })
  })

  it('rejects one key and is unavailable for another', async () => {
    for (const [key, code] of [
      ['refused', 'AUTH_FAILED'],
      ['unavailable', 'STORE_UNAVAILABLE'],
    ] as const)
      expect(await refusalOf(connector.test?.(buildShop({ api_key: key })) as Promise<unknown>)).toMatchObject({ code })
  })

  it('gets an order by its ref while it exists', async () => {
    const store = buildShop({ orders: '5' })
    const [order] = await walk(store)
    expect(await connector.orders?.get(store, order?.ref ?? '')).toEqual(order)
    for (const ref of ['SIM-1', 'SIM-999999999', 'x', ''])
      expect(await connector.orders?.get(store, ref)).toBeUndefined()
  })
})
