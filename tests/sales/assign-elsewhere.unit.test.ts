import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assignElsewhere, type OwnParcel } from '../../lib/sales/order-parts/assign-elsewhere.ts'
import { readFulfilments } from '../../lib/sales/order-parts/read-fulfilments.ts'
import { readParts } from '../../lib/sales/order-parts/read-parts.ts'
import type { OrderRow } from '../../schemas/sales/order.ts'

const rowOf = (more: Partial<OrderRow>): OrderRow => ({ externalOrderId: 'E', currency: 'EUR', total: 0, ...more })
const line = (id: string, sku: string, quantity: number, more: object = {}) => ({
  externalLineId: id,
  sku,
  quantity,
  ...more,
})
const parcel = (more: Partial<OwnParcel> = {}): OwnParcel => ({
  ...{ id: 'P1', lines: [{ sku: 'A', quantity: 1 }], externalIds: [], numbers: [], hasLeft: true, isUnanswered: false },
  ...more,
})
const assign = (row: Partial<OrderRow>, parcels: readonly OwnParcel[] = [], isAllSent = false) =>
  assignElsewhere(readParts(rowOf(row)).lineItems, readFulfilments(rowOf(row)), parcels, isAllSent).map(
    ({ fulfilledElsewhereQuantity, onHoldQuantity }) => [fulfilledElsewhereQuantity, onHoldQuantity],
  )

describe('pieces that somebody else sends', () => {
  const lineItems = [line('1', 'A', 3), line('2', 'B', 2)]
  const sent = (lines: object[], more: object = {}) => ({ externalFulfilmentId: 'F1', lines, ...more })
  const one = { externalLineId: '1', quantity: 1 }

  it('are those of fulfilments that none of our parcels is, by id, mark, number or a missing answer', () => {
    const shown = (parcels: OwnParcel[], more: object = {}) =>
      assign({ lineItems, fulfilments: [sent([one], more)] as never }, parcels)[0]?.[0]
    expect(shown([])).toBe(1)
    expect(shown([parcel()])).toBe(1)
    expect(shown([parcel({ externalIds: ['F1'] })])).toBe(0)
    expect(shown([parcel()], { shipmentId: 'P1' })).toBe(0)
    expect(shown([parcel({ numbers: ['00 34'] })], { trackingNumbers: ['X', '0034'] })).toBe(0)
    expect(shown([parcel({ isUnanswered: true })])).toBe(0)
    expect(shown([parcel({ isUnanswered: true })], { trackingNumbers: ['X'] })).toBe(1)
    expect(shown([parcel({ isUnanswered: true, lines: [{ sku: 'A', quantity: 2 }] })])).toBe(1)
  })

  it('are the pieces of a fulfilment beyond those of our parcel in it', () => {
    const fulfilments = [
      sent([
        { externalLineId: '1', quantity: 3 },
        { externalLineId: '2', quantity: 1 },
      ]),
    ] as never
    expect(assign({ lineItems, fulfilments }, [parcel({ externalIds: ['F1'] })])).toEqual([
      [2, 0],
      [1, 0],
    ])
    expect(assign({ lineItems, fulfilments }, [parcel({ externalIds: ['F1'], lines: [] })])).toEqual([
      [0, 0],
      [0, 0],
    ])
  })

  it('are all that we have not handed over of an order that the shop calls sent', () => {
    expect(assign({ lineItems }, [parcel()], true)).toEqual([
      [2, 0],
      [2, 0],
    ])
    const whole = { lineItems, fulfilments: [{ externalFulfilmentId: 'F1' }] }
    expect(assign(whole, [parcel({ externalIds: ['F1'] })], true)).toEqual([
      [0, 0],
      [0, 0],
    ])
    expect(assign(whole, [parcel({ hasLeft: false })], false)).toEqual([
      [3, 0],
      [2, 0],
    ])
  })

  it('are what the shop calls fulfilled beyond our parcels, and never more than a line has', () => {
    const told = [line('1', 'A', 3, { fulfilledQuantity: 2 }), line('2', 'B', 2, { fulfilledQuantity: 2 })]
    expect(assign({ lineItems: told }, [parcel()])).toEqual([
      [1, 0],
      [2, 0],
    ])
    const fulfilments = [sent([{ sku: 'a', quantity: 9 }]), { kind: 'on_hold', lines: [{ sku: 'B', quantity: 9 }] }]
    expect(assign({ lineItems, fulfilments: fulfilments as never })).toEqual([
      [3, 0],
      [0, 2],
    ])
  })

  it('are none of lines that are no goods', () => {
    expect(assign({ lineItems: [line('1', 'E', 1, { kind: 'digital', fulfilledQuantity: 1 })] }, [], true)).toEqual([
      [0, 0],
    ])
  })

  it('are those of staff, whatever of ours the shop shows and however its answers got lost', async () => {
    const SKUS = ['A', 'B', 'a']
    const order = fc.array(
      fc.record({ sku: fc.constantFrom(...SKUS), ours: fc.nat(3), staff: fc.nat(3), open: fc.nat(3) }),
      {
        minLength: 1,
        maxLength: 4,
      },
    )
    const report = fc.constantFrom('unreported', 'answered', 'numbered', 'marked')
    await fc.assert(
      fc.property(order, fc.array(report, { minLength: 4, maxLength: 4 }), (lines, reports) => {
        const items = lines.map(({ sku, ours, staff, open }, at) => line(String(at), sku, ours + staff + open))
        const parcels = lines.flatMap(({ sku, ours }, at): OwnParcel[] =>
          ours
            ? [
                parcel({
                  ...{ id: `P${at}`, lines: [{ sku, quantity: ours }] },
                  externalIds: reports[at] === 'answered' ? [`O${at}`] : [],
                  numbers: reports[at] === 'numbered' ? [`N${at}`] : [],
                }),
              ]
            : [],
        )
        const fulfilments = lines.flatMap(({ ours, staff }, at) => [
          ...(ours && reports[at] !== 'unreported'
            ? [
                sent([{ externalLineId: String(at), quantity: ours }], {
                  externalFulfilmentId: `O${at}`,
                  ...(reports[at] === 'numbered' && { trackingNumbers: [`n ${at}`] }),
                  ...(reports[at] === 'marked' && { shipmentId: `P${at}` }),
                }),
              ]
            : []),
          ...(staff
            ? [sent([{ externalLineId: String(at), quantity: staff }], { externalFulfilmentId: `S${at}` })]
            : []),
        ])
        const found = assign({ lineItems: items, fulfilments: fulfilments as never }, parcels)
        expect(found.map(([elsewhere]) => elsewhere)).toEqual(lines.map(({ staff }) => staff))
      }),
    )
  })
})
