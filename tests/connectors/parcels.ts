import type { Parcel } from '../../lib/connectors/fulfilments/fulfilment.ts'
import { second } from './servers/sample.ts'

let made = 0

/** A parcel with so many pieces of the goods of a sample order. */
export const aParcel = (quantity: number, fields: Partial<Parcel> = {}): Parcel => {
  const at = ++made
  return {
    id: `01J0000000000000000000${String(at).padStart(4, '0')}`,
    lines: [{ sku: 'TEA-1', name: 'Green tea', quantity }],
    carrier: 'DHL',
    trackingNumber: `0034${at}`,
    trackingUrl: `https://track.example/${at}`,
    handedOverAt: second(at),
    handedOverOn: '2026-03-02',
    externalIds: [],
    formerNumbers: [],
    wasTried: false,
    ...fields,
  }
}
