import type { OrderRow } from '../../../schemas/sales/order.ts'
import type { Sold } from './goods.ts'

/** An order in a neutral format; each server converts it to its platform's. */
export interface Sample {
  id: number
  state: 'paid' | 'open' | 'cancelled'
  currency: string
  /** Decimals, tax included. */
  total: string
  price: string
  quantity: number
  /** What the line costs, if that is not the price of its pieces. */
  lineTotal?: string
  placedAt: string
  modifiedAt: string
  /** The variant that it sells, with the platform's ids, and the SKU of the line. */
  sells?: Pick<Sold, 'sku' | 'product' | 'variant'>
}

export const second = (count: number): string => new Date(Date.UTC(2026, 2, 1) + count * 1000).toISOString()

export const sample = (id: number, more: Partial<Sample> = {}): Sample => ({
  id,
  state: 'paid',
  currency: 'EUR',
  total: '25.80',
  price: '12.90',
  quantity: 2,
  placedAt: second(id),
  modifiedAt: second(id),
  ...more,
})

/** Returns what the line costs. */
export const lineTotalOf = ({ price, quantity, lineTotal }: Sample): number =>
  lineTotal === undefined ? Number(price) * quantity : Number(lineTotal)

const address = {
  name: 'Zoë Müller',
  company: 'Müller Tee GmbH',
  line1: 'Hauptstraße 1',
  line2: null,
  city: 'Köln',
  postalCode: '50667',
  region: null,
  countryCode: 'DE',
  phone: '+49 221 555',
}

export const NOTE = 'Please deliver to the neighbour'

/** Returns the order that a connector reads from a sample, without platform-specific members. */
export const rowOf = ({ placedAt, currency, quantity }: Sample, total: number, unitPrice: number): OrderRow => ({
  externalOrderId: expectAnyText,
  number: expectAnyText,
  status: expectAnyText,
  currency,
  total,
  placedAt,
  customer: { name: 'Zoë Müller', email: 'zoe@example.com' },
  shippingAddress: address,
  billingAddress: address,
  serviceLevel: 'dhl',
  lineItems: [{ sku: 'TEA-1', name: 'Green tea', quantity, unitPrice, total: unitPrice * quantity }],
})

const expectAnyText = ''
