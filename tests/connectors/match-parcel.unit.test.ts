import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ShopFulfilment } from '../../lib/connectors/fulfilments/fulfilment.ts'
import {
  addUpPieces,
  dividePieces,
  findLacking,
  findOwnFulfilments,
  listOpenLines,
} from '../../lib/connectors/fulfilments/match-parcel.ts'
import { aParcel } from './parcels.ts'

const skus = fc.constantFrom('A', 'a ', 'B', 'C')
const pieces = fc.array(fc.record({ sku: skus, quantity: fc.integer({ min: 1, max: 5 }) }), { maxLength: 6 })

const fulfilment = (fields: Partial<ShopFulfilment> = {}): ShopFulfilment => ({
  ...{ externalId: '1', mark: null, carrier: null, trackingNumber: null, trackingUrl: null },
  lines: [{ sku: 'TEA-1', quantity: 1 }],
  ...fields,
})

describe('pieces of a parcel', () => {
  it('are divided among lines without exceeding any, and as many as fit', () => {
    fc.assert(
      fc.property(pieces, pieces, (wanted, ordered) => {
        const lines = ordered.map(({ sku, quantity }, index) => ({ id: String(index), sku, open: quantity }))
        const divided = dividePieces(addUpPieces(wanted), lines)
        for (const { line, quantity } of divided) {
          expect(quantity).toBeGreaterThan(0)
          expect(quantity).toBeLessThanOrEqual(lines[Number(line)]?.open ?? 0)
        }
        const taken = addUpPieces(
          divided.map(({ line, quantity }) => ({ sku: lines[Number(line)]?.sku ?? '', quantity })),
        )
        const open = addUpPieces(ordered)
        for (const [sku, quantity] of addUpPieces(wanted))
          expect(taken.get(sku) ?? 0).toBe(Math.min(quantity, open.get(sku) ?? 0))
      }),
    )
  })

  it('lack nothing once they were published, however they were split', () => {
    fc.assert(
      fc.property(pieces, (wanted) => {
        const lines = wanted.map(({ sku, quantity }, index) => ({ id: String(index), sku, quantity }))
        const parcel = { lines: wanted.map((each) => ({ ...each, name: null })) }
        const first = findLacking(parcel, [], listOpenLines(lines, []))
        const shown = first.map(({ line, quantity }) =>
          fulfilment({ lines: [{ sku: lines[Number(line)]?.sku ?? '', quantity }] }),
        )
        expect(findLacking(parcel, shown, listOpenLines(lines, shown))).toEqual([])
        const open = listOpenLines(lines, shown).reduce((sum, each) => sum + each.open, 0)
        expect(open).toBe(0)
      }),
    )
  })
})

describe('a fulfilment in a shop', () => {
  const parcel = aParcel(1)
  const find = (
    fields: Partial<ShopFulfilment>,
    given: Partial<typeof parcel> = {},
    others = [] as (typeof parcel)[],
  ) => findOwnFulfilments([fulfilment(fields)], { parcel: { ...parcel, ...given }, others }).length

  it('is the parcel if it has its mark, its known id, or a number that it has or had', () => {
    expect(find({ mark: parcel.id })).toBe(1)
    expect(find({ externalId: '7' }, { externalIds: ['7'] })).toBe(1)
    expect(find({ trackingNumber: parcel.trackingNumber })).toBe(1)
    expect(find({ trackingNumber: 'OLD' }, { formerNumbers: ['OLD'] })).toBe(1)
    expect(find({ trackingNumber: 'OTHER' }, { wasTried: true })).toBe(0)
  })

  it('without mark and number is the parcel only if it has the same pieces and an answer may be lost', () => {
    expect(find({})).toBe(0)
    expect(find({}, { wasTried: true })).toBe(1)
    expect(find({ lines: [{ sku: 'TEA-1', quantity: 2 }] }, { wasTried: true })).toBe(0)
    expect(find({ lines: [] }, { wasTried: true })).toBe(0)
    expect(find({ mark: 'other' }, { wasTried: true })).toBe(0)
  })

  it('is never the parcel if it is another one of ours', () => {
    const other = aParcel(1, { externalIds: ['1'] })
    expect(find({}, { wasTried: true }, [other])).toBe(0)
    expect(find({ externalId: '2', mark: other.id, trackingNumber: parcel.trackingNumber }, {}, [other])).toBe(0)
  })
})
