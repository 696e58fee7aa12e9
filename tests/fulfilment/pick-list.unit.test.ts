import { describe, expect, it } from 'vitest'
import type { StoredFulfilmentLine } from '../../lib/fulfilment/orders/fulfilment-order.ts'
import { composePickList } from '../../lib/fulfilment/pick-lists/compose-pick-list.ts'

const names = {
  lots: new Map([
    ['A', { code: 'L-A', expiresOn: '2026-12-31' }],
    ['B', { code: 'L-B', expiresOn: '2026-06-30' }],
    ['C', { code: 'L-C', expiresOn: null }],
  ]),
  serialNumbers: new Map([
    ['U1', 'SN-2'],
    ['U2', 'SN-1'],
  ]),
}

const aLine = (sku: string, ordered: number, fields: Partial<StoredFulfilmentLine> = {}): StoredFulfilmentLine => ({
  ...{ id: sku, orderLine: 0, variantId: sku, sku, name: null, ordered, allocated: ordered },
  ...{ handedOver: 0, cancelled: 0, allocation: null },
  ...fields,
})

const allocated = (quantity: number, fields: object) => ({
  allocation: { stockItemId: 'S', variantId: 'V', quantity, ...fields },
})

describe('a pick list', () => {
  it('adds up orders, and is sorted by SKU, last day and lot', () => {
    const lots = (...all: [string, number][]) => ({ lots: all.map(([lotId, quantity]) => ({ lotId, quantity })) })
    const rows = composePickList(
      [
        { orderNumber: '1', lines: [aLine('TEA', 5, allocated(5, lots(['C', 1], ['A', 4]))), aLine('CUP', 1)] },
        { orderNumber: '2', lines: [aLine('TEA', 3, allocated(3, lots(['A', 1], ['B', 2]))), aLine('CUP', 2)] },
      ],
      names,
    )
    const share = (orderNumber: string, quantity: number) => ({ orderNumber, quantity, serialNumbers: [] })
    expect(rows.map(({ sku, lot, quantity, shares }) => [sku, lot, quantity, shares])).toEqual([
      ['CUP', null, 3, [share('1', 1), share('2', 2)]],
      ['TEA', 'L-B', 2, [share('2', 2)]],
      ['TEA', 'L-A', 5, [share('1', 4), share('2', 1)]],
      ['TEA', 'L-C', 1, [share('1', 1)]],
    ])
  })

  it('has serial numbers in order, and only what is still open', () => {
    const serials = { serials: ['U1', 'U2'] }
    const lines = [aLine('KETTLE', 4, { ...allocated(2, serials), handedOver: 1 }), aLine('CUP', 2, { cancelled: 2 })]
    expect(composePickList([{ orderNumber: '1', lines }], names)).toMatchObject([
      { sku: 'KETTLE', quantity: 3, shares: [{ serialNumbers: ['SN-1', 'SN-2'] }] },
    ])
  })
})
