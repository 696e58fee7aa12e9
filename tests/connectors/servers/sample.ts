import type { OrderRow } from '../../../schemas/sales/order.ts'

/** An order in no platform's words; each server spells it as its platform does. */
export interface Sample {
  id: number
  state: 'paid' | 'open' | 'cancelled'
  currency: string
  /** As people write them, tax included. */
  total: string
  price: string
  quantity: number
  placedAt: string
  modifiedAt: string
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

const address = {
  name: 'Zoë Müller',
  line1: 'Hauptstraße 1',
  line2: null,
  city: 'Köln',
  postalCode: '50667',
  region: null,
  countryCode: 'DE',
}

/** What a connector makes of a sample, beside what is each platform's own. */
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
  lineItems: [{ sku: 'TEA-1', name: 'Green tea', quantity, unitPrice }],
})

const expectAnyText = ''
