import * as Type from 'typebox'
import type { BadRecord, RemoteOrder } from '../connector.ts'
import { at } from '../graphql.ts'
import {
  addressOf,
  customerOf,
  instantOf,
  joined,
  objectIn,
  Quantity,
  readOrder,
  requiredInstant,
  scaledMoney,
  textOf,
} from '../reading.ts'

const Line = Type.Object({ quantity: Quantity, proratedUnitPriceWithTax: Type.Integer() })

const VendureOrder = Type.Object({
  id: Type.String({ minLength: 1 }),
  code: Type.String({ minLength: 1 }),
  state: Type.String({ minLength: 1 }),
  updatedAt: Type.String(),
  currencyCode: Type.String({ pattern: '^[A-Z]{3}$' }),
  totalWithTax: Type.Integer(),
  lines: Type.Array(Line),
})

const addressIn = (value: unknown) => {
  const { fullName, company, streetLine1, streetLine2, city, province, postalCode, countryCode } = objectIn(value)
  return addressOf({
    name: textOf(fullName) ?? textOf(company),
    line1: streetLine1,
    line2: streetLine2,
    city,
    postalCode,
    region: province,
    countryCode,
  })
}

/** The latest of all that has a date, since an order does not always get a new one with its state. */
const lastOf = (updatedAt: string, order: unknown): string => {
  const { orderPlacedAt, payments, fulfillments } = objectIn(order)
  const parts = [payments, fulfillments].flatMap((list) => (Array.isArray(list) ? list : []))
  const dates = [orderPlacedAt, ...parts.map((part) => at(part, 'updatedAt'))]
  return dates.reduce<string>((last, date) => {
    const instant = instantOf(date) ?? ''
    return instant > last ? instant : last
  }, updatedAt)
}

/** `scale`: decimals of the store's amounts, the same for every currency. */
export const readVendureOrder = (raw: unknown, scale: number): RemoteOrder | BadRecord =>
  readOrder(
    VendureOrder,
    raw,
    ({ id, code, updatedAt }) => ({ ref: id, externalOrderId: code, modifiedAt: updatedAt }),
    (record) => {
      const { id, code, state, updatedAt, currencyCode: currency, totalWithTax, lines } = record
      const { orderPlacedAt, customer, shippingAddress, billingAddress } = objectIn(record)
      const { firstName, lastName, emailAddress } = objectIn(customer)
      return {
        order: {
          externalOrderId: code,
          number: code,
          status: textOf(state, 100),
          currency,
          total: scaledMoney(totalWithTax, scale, currency),
          placedAt: instantOf(orderPlacedAt),
          customer: customerOf(joined(firstName, lastName), emailAddress),
          shippingAddress: addressIn(shippingAddress),
          billingAddress: addressIn(billingAddress),
          lineItems: lines.map((line) => ({
            sku: textOf(at(line, 'productVariant', 'sku')),
            name: textOf(at(line, 'productVariant', 'name'), 500),
            quantity: line.quantity,
            unitPrice: scaledMoney(line.proratedUnitPriceWithTax, scale, currency),
          })),
        },
        ref: id,
        modifiedAt: lastOf(requiredInstant(updatedAt, 'updatedAt'), record),
        isCancelled: state === 'Cancelled',
        raw,
      }
    },
  )
