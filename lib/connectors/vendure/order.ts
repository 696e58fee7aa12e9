import * as Type from 'typebox'
import type { BadRecord, RemoteOrder } from '../connector.ts'
import { readPath } from '../graphql.ts'
import {
  buildAddress,
  buildCustomer,
  isInteger,
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

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const listPayments = (order: unknown) => toList(parseObject(order).payments)
const listRefunds = (payment: unknown) => toList(parseObject(payment).refunds)

const sumIn = (states: readonly string[], records: readonly unknown[], amount: string) =>
  records.reduce<number>((sum, record) => {
    const { state, [amount]: value } = parseObject(record)
    return states.includes(String(state)) && isInteger(value) ? sum + value : sum
  }, 0)

/** Compares what was paid with what was refunded of it, which no state of the order tells. */
const readRefunds = (order: unknown): string => {
  const payments = listPayments(order)
  const refunds = payments.flatMap(listRefunds)
  const paid = sumIn(['Settled'], payments, 'amount')
  const refunded = sumIn(['Settled'], refunds, 'total')
  const promised = sumIn(['Settled', 'Pending'], refunds, 'total')
  if (promised <= 0) return 'none'
  if (promised < paid) return 'partly_refunded'
  return refunded < paid ? 'refund_pending' : 'refunded'
}

/** Returns the words of an order and of what was refunded. */
export const readVendureWords = (order: unknown) => ({
  state: readText(parseObject(order).state),
  refunds: readRefunds(order),
})

/** Returns the latest date of an order and its parts, because a new state does not always change the order's own date. */
const findLastChange = (updatedAt: string, order: unknown): string => {
  const { orderPlacedAt, fulfillments } = parseObject(order)
  const payments = listPayments(order)
  const parts = [...payments, ...payments.flatMap(listRefunds), ...toList(fulfillments)]
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
        words: readVendureWords(record),
        raw,
      }
    },
  )
