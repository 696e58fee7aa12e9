/** Builds an order as a client imports it, with one line. */
export const buildOrderRow = (suffix: string, total: number) => ({
  externalOrderId: `E-${suffix}`,
  number: `DE-${suffix}`,
  currency: 'EUR',
  total,
  placedAt: '2026-03-02T06:15:00Z',
  customer: { name: 'Ada Lovelace', email: 'ada@example.com' },
  shippingAddress: {
    name: 'Ada Lovelace',
    line1: 'Hafenstr. 1',
    city: 'Hamburg',
    postalCode: '20457',
    countryCode: 'DE',
  },
  lineItems: [{ sku: 'TEA-GREEN-100', name: 'Green tea, 100 g', quantity: 2, unitPrice: 1290 }],
})
