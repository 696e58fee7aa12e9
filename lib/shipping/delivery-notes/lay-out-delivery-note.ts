import { buildPlainFrame } from '../../document/printing/plain-frame.ts'
import type { PrintedDocument } from '../../document/printing/printed-document.ts'
import type { Stationery } from '../../document/printing/stationery.ts'
import type { StoredShipment } from '../shipments/shipment.ts'

type Printed = Pick<
  StoredShipment,
  | 'orderNumber'
  | 'deliveryAddress'
  | 'customerNote'
  | 'carrier'
  | 'trackingNumber'
  | 'handedOverAt'
  | 'createdAt'
  | 'lines'
>

/** A document has at least one line for its recipient. */
const describeRecipient = (
  address: Printed['deliveryAddress'],
  orderNumber: string | null,
): PrintedDocument['recipient'] => {
  const [name, contact = null] = [address?.company, address?.name].flatMap((each) => each?.trim() || [])
  if (name) return { name, contact, address, taxId: null }
  const line1 = address?.line1?.trim()
  // The first line is already the recipient if nobody is named.
  const rest = address && line1 ? { ...address, line1: null } : address
  return { name: line1 || orderNumber?.trim() || '–', contact: null, address: rest, taxId: null }
}

/** Lays out the delivery note of a parcel: what is in it, for whom, and no prices. */
export const layOutDeliveryNote = (
  { orderNumber, deliveryAddress, customerNote, carrier, trackingNumber, handedOverAt, createdAt, lines }: Printed,
  stationery: Pick<Stationery, 'issuer' | 'zone'>,
  locale: string,
): PrintedDocument => {
  const at = handedOverAt ?? createdAt
  return {
    kind: 'delivery_note',
    number: orderNumber,
    ...buildPlainFrame(stationery, locale),
    recipient: describeRecipient(deliveryAddress, orderNumber),
    facts: [
      { label: 'issueDate', kind: 'date', value: at },
      { label: 'forOrder', kind: 'code', value: orderNumber },
      { label: 'carrier', kind: 'text', value: carrier },
      { label: 'trackingNumber', kind: 'code', value: trackingNumber },
    ],
    columns: [
      { label: 'position', kind: 'quantity' },
      { label: 'description', kind: 'text' },
      { label: 'sku', kind: 'code' },
      { label: 'quantity', kind: 'quantity' },
    ],
    rows: lines.map(({ name, sku, quantity }, i) => ({ cells: [i + 1, name ?? sku, sku, quantity] })),
    sums: [],
    payment: null,
    notes: customerNote,
    at,
  }
}
