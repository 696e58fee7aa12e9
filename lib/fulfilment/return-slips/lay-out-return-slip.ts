import { buildPlainFrame } from '../../document/printing/plain-frame.ts'
import type { PrintedDocument } from '../../document/printing/printed-document.ts'
import type { Stationery } from '../../document/printing/stationery.ts'
import { resolveLanguage } from '../../document/words/words.ts'
import type { StoredPartner } from '../../partner/partner-store.ts'
import type { StoredReturn } from '../returns/return.ts'

interface SlipParties {
  /** The partner that the custodian is; its address is where the goods are sent to. */
  partner: Pick<StoredPartner, 'name' | 'address'>
  /** The name to which the order was delivered. */
  sender: string | null
}

/** Lays out the slip that the customer puts into the parcel. */
export const layOutReturnSlip = (
  found: StoredReturn,
  { partner, sender }: SlipParties,
  stationery: Stationery,
  locale: string,
): PrintedDocument => ({
  kind: 'return_slip',
  number: found.returnNumber,
  ...buildPlainFrame(stationery, locale),
  recipient: {
    name: partner.name,
    contact: found.custodianName === partner.name ? null : found.custodianName,
    address: partner.address,
    taxId: null,
  },
  facts: [
    { label: 'issueDate', kind: 'date', value: found.authorizedAt },
    { label: 'forOrder', kind: 'code', value: found.orderNumber },
    { label: 'returnFrom', kind: 'text', value: sender },
    { label: 'carrier', kind: 'text', value: found.carrier },
    { label: 'trackingNumber', kind: 'code', value: found.trackingNumber },
  ],
  columns: [
    { label: 'position', kind: 'code' },
    { label: 'article', kind: 'code' },
    { label: 'description', kind: 'text' },
    { label: 'quantity', kind: 'quantity' },
  ],
  rows: found.lines.map(({ sku, name, requested, reason }, i) => ({
    cells: [i + 1, sku, name ?? sku, requested],
    note: reason ?? found.reason,
  })),
  sums: [],
  payment: null,
  notes: resolveLanguage(locale).words.enclose,
  at: found.authorizedAt ?? found.createdAt,
})
