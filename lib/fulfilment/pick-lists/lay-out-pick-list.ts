import { buildPlainFrame } from '../../document/printing/plain-frame.ts'
import type { PrintedDocument } from '../../document/printing/printed-document.ts'
import type { Stationery } from '../../document/printing/stationery.ts'
import type { StoredPartner } from '../../partner/partner-store.ts'
import type { StoredFulfilmentOrder } from '../orders/fulfilment-order.ts'
import type { PickedShare, PickRow } from './compose-pick-list.ts'

const MAX_NAMED_ORDERS = 8

interface PickList {
  orders: readonly Pick<StoredFulfilmentOrder, 'orderNumber' | 'reference' | 'deliveryAddress' | 'customerNote'>[]
  rows: readonly PickRow[]
  custodianName: string
  /** The partner that the custodian is. */
  partner: Pick<StoredPartner, 'name' | 'address'>
  at: string
}

/** Says which pieces go to which order, and the serial numbers of those that have one. */
const describeShares = (shares: readonly PickedShare[], isOneOrder: boolean): string | null => {
  const texts = shares.map(({ orderNumber, quantity, serialNumbers }) => {
    const numbers = serialNumbers.join(', ')
    return isOneOrder ? numbers : `${orderNumber} × ${quantity}${numbers && `: ${numbers}`}`
  })
  return texts.filter(Boolean).join('; ') || null
}

const nameOrders = (orders: PickList['orders']) => {
  const numbers = [...new Set(orders.map(({ orderNumber }) => orderNumber))]
  const shown = numbers.slice(0, MAX_NAMED_ORDERS).join(', ')
  return numbers.length > MAX_NAMED_ORDERS ? `${shown}, …` : shown
}

const compareAge = (a: { reference: string }, b: { reference: string }) => (a.reference < b.reference ? -1 : 1)

/** Says for whom each order is packed and what its customer wrote, a line for each, the oldest first. */
export const describeRecipients = (orders: PickList['orders']): string[] =>
  orders.toSorted(compareAge).flatMap(({ orderNumber, deliveryAddress, customerNote }) => {
    const { company = null, name = null, phone = null } = deliveryAddress ?? {}
    const words = customerNote?.replaceAll(/\s+/g, ' ').trim() || null
    const texts = [company, name, phone, words].flatMap((text) => text?.trim() || [])
    return texts.length ? [[orderNumber, ...texts].join(' · ')] : []
  })

/** Lays out what is to be picked, in the order of the SKUs. */
export const layOutPickList = (
  { orders, rows, custodianName, partner, at }: PickList,
  stationery: Pick<Stationery, 'issuer' | 'zone'>,
  locale: string,
): PrintedDocument => {
  const [first] = orders
  const isOneOrder = orders.length === 1
  const hasLots = rows.some(({ lot }) => lot !== null)
  return {
    kind: 'pick_list',
    number: isOneOrder ? (first?.orderNumber ?? null) : null,
    ...buildPlainFrame(stationery, locale),
    recipient: {
      name: custodianName,
      contact: partner.name === custodianName ? null : partner.name,
      address: partner.address,
      taxId: null,
    },
    facts: [
      { label: 'issueDate', kind: 'date', value: at },
      { label: 'forOrder', kind: 'code', value: nameOrders(orders) },
      { label: 'reference', kind: 'code', value: isOneOrder ? (first?.reference ?? null) : null },
    ],
    columns: [
      { label: 'position', kind: 'quantity' },
      { label: 'sku', kind: 'code' },
      { label: 'description', kind: 'text' },
      ...(hasLots
        ? ([
            { label: 'lot', kind: 'code' },
            { label: 'useBy', kind: 'date' },
          ] as const)
        : []),
      { label: 'quantity', kind: 'quantity' },
    ],
    rows: rows.map(({ sku, name, lot, useBy, quantity, shares }, i) => ({
      cells: [i + 1, sku, name ?? sku, ...(hasLots ? [lot, useBy] : []), quantity],
      note: describeShares(shares, isOneOrder),
    })),
    sums: [],
    payment: null,
    notes: describeRecipients(orders).join('\n') || null,
    at,
  }
}
