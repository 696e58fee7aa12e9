import * as Type from 'typebox'
import type { BadRecord, RemoteOrder } from '../connector.ts'
import { readPath } from '../graphql.ts'
import {
  buildAddress,
  buildCustomer,
  joinWords,
  parseObject,
  priceLine,
  Quantity,
  readInstant,
  readOrder,
  readScaledMoney,
  readText,
  requireInstant,
} from '../reading.ts'

const Line = Type.Object({ quantity: Quantity, proratedLinePriceWithTax: Type.Integer() })

const VendureOrder = Type.Object({
  id: Type.String({ minLength: 1 }),
  code: Type.String({ minLength: 1 }),
  state: Type.String({ minLength: 1 }),
  updatedAt: Type.String(),
  currencyCode: Type.String({ pattern: '^[A-Z]{3}$' }),
  totalWithTax: Type.Integer(),
  lines: Type.Array(Line),
})

const readAddress = (value: unknown) => {
  const { fullName, company, streetLine1, streetLine2, city, province, postalCode, countryCode } = parseObject(value)
  return buildAddress({
    name: readText(fullName) ?? readText(company),
    line1: streetLine1,
    line2: streetLine2,
    city,
    postalCode,
    region: province,
    countryCode,
  })
}

const readServiceLevel = (lines: unknown) => {
  const method = readPath(Array.isArray(lines) ? lines[0] : undefined, 'shippingMethod')
  return readText(readPath(method, 'code')) ?? readText(readPath(method, 'name'))
}

/** Returns the latest date of an order and its parts, because a new state does not always change the order's own date. */
const findLastChange = (updatedAt: string, order: unknown): string => {
  const { orderPlacedAt, payments, fulfillments } = parseObject(order)
  const parts = [payments, fulfillments].flatMap((list) => (Array.isArray(list) ? list : []))
  const dates = [orderPlacedAt, ...parts.map((part) => readPath(part, 'updatedAt'))]
  return dates.reduce<string>((last, date) => {
    const instant = readInstant(date) ?? ''
    return instant > last ? instant : last
  }, updatedAt)
}

/** Reads an order; `scale` is the number of decimals of all amounts of the shop. */
export const readVendureOrder = (raw: unknown, scale: number): RemoteOrder | BadRecord =>
  readOrder(
    VendureOrder,
    raw,
    ({ id, code, updatedAt }) => ({ ref: id, externalOrderId: code, modifiedAt: updatedAt }),
    (record) => {
      const { id, code, state, updatedAt, currencyCode: currency, totalWithTax, lines } = record
      const { orderPlacedAt, customer, shippingAddress, billingAddress, shippingLines } = parseObject(record)
      const { firstName, lastName, emailAddress } = parseObject(customer)
      return {
        order: {
          externalOrderId: code,
          number: code,
          status: readText(state, 100),
          currency,
          total: readScaledMoney(totalWithTax, scale, currency),
          placedAt: readInstant(orderPlacedAt),
          customer: buildCustomer(joinWords(firstName, lastName), emailAddress),
          shippingAddress: readAddress(shippingAddress),
          billingAddress: readAddress(billingAddress),
          serviceLevel: readServiceLevel(shippingLines),
          lineItems: lines.map((line) => ({
            sku: readText(readPath(line, 'productVariant', 'sku')),
            name: readText(readPath(line, 'productVariant', 'name'), 500),
            quantity: line.quantity,
            ...priceLine(readScaledMoney(line.proratedLinePriceWithTax, scale, currency), line.quantity),
          })),
        },
        ref: id,
        modifiedAt: findLastChange(requireInstant(updatedAt, 'updatedAt'), record),
        isCancelled: state === 'Cancelled',
        raw,
      }
    },
  )
