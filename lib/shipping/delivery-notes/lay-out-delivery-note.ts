import type { PrintedDocument } from '../../document/printing/printed-document.ts'
import type { Stationery } from '../../document/printing/stationery.ts'
import type { StoredShipment } from '../shipments/shipment.ts'

type Printed = Pick<
  StoredShipment,
  'orderNumber' | 'deliveryAddress' | 'carrier' | 'trackingNumber' | 'handedOverAt' | 'createdAt' | 'lines'
>

/** A document has at least one line for its recipient. */
const getRecipient = (address: Printed['deliveryAddress'], orderNumber: string | null): string =>
  address?.name?.trim() || address?.line1?.trim() || orderNumber?.trim() || '–'

/** The first line is already the recipient if nobody is named. */
const omitFirst = (address: NonNullable<Printed['deliveryAddress']>) =>
  address.name?.trim() ? address : { ...address, line1: null }

/** Lays out the delivery note of a parcel: what is in it, for whom, and no prices. */
export const layOutDeliveryNote = (
  { orderNumber, deliveryAddress, carrier, trackingNumber, handedOverAt, createdAt, lines }: Printed,
  { issuer, zone }: Pick<Stationery, 'issuer' | 'zone'>,
  locale: string,
): PrintedDocument => {
  const at = handedOverAt ?? createdAt
  return {
    kind: 'delivery_note',
    number: orderNumber,
    locale,
    zone,
    currency: 'XXX',
    mark: null,
    // The footer is written for invoices.
    issuer: { ...issuer, footer: null },
    recipient: {
      name: getRecipient(deliveryAddress, orderNumber),
      contact: null,
      address: deliveryAddress ? omitFirst(deliveryAddress) : null,
      taxId: null,
    },
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
    notes: null,
    at,
  }
}
