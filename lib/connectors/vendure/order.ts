import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { OrderRow } from '../../../schemas/sales/order.ts'
import { sumAmounts } from '../../platform/money/amounts.ts'
import type { BadRecord, RemoteOrder } from '../connector.ts'
import { readTrackingNumbers } from '../fulfilments/tracking-numbers.ts'
import { readPath } from '../graphql.ts'
import {
  buildAddress,
  buildCustomer,
  isInteger,
  joinWords,
  parseList,
  parseObject,
  readInstant,
  readOrder,
  readScaledMoney,
  readText,
  requireInstant,
} from '../reading.ts'
import { nameShopChannel, nameShopChannelByToken } from '../shop-channels/name-shop-channel.ts'
import { countPieces, readVendureParts, vendureParts } from './order-parts.ts'
import {
  listPaymentsAndRefunds,
  readPaymentWord,
  readRefundWord,
  readVendurePayments,
  sumPayments,
} from './order-payments.ts'

const VendureOrder = Type.Object({
  id: Type.String({ minLength: 1 }),
  code: Type.String({ minLength: 1 }),
  state: Type.String({ minLength: 1 }),
  updatedAt: Type.String(),
  currencyCode: Type.String({ pattern: '^[A-Z]{3}$' }),
  totalWithTax: Type.Integer(),
  ...vendureParts,
})

const readAddress = (value: unknown) => {
  const { fullName, company, streetLine1, streetLine2, city, province, postalCode, countryCode, phoneNumber } =
    parseObject(value)
  return buildAddress({
    name: fullName,
    company,
    line1: streetLine1,
    line2: streetLine2,
    city,
    postalCode,
    region: province,
    countryCode,
    phone: phoneNumber,
    email: null,
  })
}

/** Reads the fulfilments of an order. One that is not shipped yet counts, since the shop expects no other for its pieces. */
const readVendureFulfilments = (order: unknown): NonNullable<OrderRow['fulfilments']> =>
  parseList(parseObject(order).fulfillments).flatMap((fulfilment) => {
    const { id, state, trackingCode, lines: pieces } = parseObject(fulfilment)
    const lines = parseList(pieces).flatMap((piece) => {
      const { orderLineId, quantity } = parseObject(piece)
      return isInteger(quantity) && quantity > 0 ? [{ externalLineId: readText(orderLineId), quantity }] : []
    })
    return state === 'Cancelled' || !lines.length
      ? []
      : [{ externalFulfilmentId: readText(id), trackingNumbers: readTrackingNumbers(trackingCode), lines }]
  })

const readServiceLevel = (lines: unknown) => {
  const method = readPath(parseList(lines)[0], 'shippingMethod')
  return readText(readPath(method, 'code')) ?? readText(readPath(method, 'name'))
}

/** Returns the words of an order, of its payment and of what was refunded. */
export const readVendureWords = (order: unknown) => ({
  state: readText(parseObject(order).state),
  payment: readPaymentWord(order),
  refunds: readRefundWord(order),
})

/**
 * Returns the latest date of an order and its parts, because a refund or a new state does not always change the order's own
 * date.
 */
export const findLastChange = (order: unknown): string | null => {
  const { updatedAt, orderPlacedAt, fulfillments, modifications } = parseObject(order)
  const parts = [...listPaymentsAndRefunds(order), ...parseList(fulfillments), ...parseList(modifications)]
  const dates = [updatedAt, orderPlacedAt, ...parts.map((part) => readPath(part, 'updatedAt'))]
  return dates.reduce<string | null>((last, date) => {
    const instant = readInstant(date)
    return instant && (!last || instant > last) ? instant : last
  }, null)
}

const readPrices = (lines: readonly unknown[], scale: number, currency: string) =>
  new Map(
    lines.map((line) => {
      const { id, proratedUnitPriceWithTax: price } = parseObject(line)
      return [readText(id) ?? '', isInteger(price) ? Math.max(0, readScaledMoney(price, scale, currency)) : 0] as const
    }),
  )

/** Reads the total of an order with its parts, its payment and its refunds. */
const readAmounts = (order: Static<typeof VendureOrder>, scale: number) => {
  const { currencyCode: currency, totalWithTax, lines } = order
  const { paid, authorized } = sumPayments(order)
  const pieces = countPieces(order, Math.max(0, paid + authorized - totalWithTax))
  const returned = [...pieces.map(({ gross }) => gross), ...lines.map((line) => -line.proratedLinePriceWithTax)]
  const total = sumAmounts([totalWithTax, ...returned])
  const { lineItems, ...parts } = readVendureParts(order, pieces, scale, currency)
  const given = { lines: lineItems.slice(0, pieces.length), pieces, total, priceOf: readPrices(lines, scale, currency) }
  const { lineItems: goods, ...payments } = readVendurePayments(order, given, scale, currency)
  const all = [...goods, ...lineItems.slice(pieces.length)]
  return { total: readScaledMoney(total, scale, currency), lineItems: all, ...parts, ...payments }
}

/** Every order is in this channel as well as in its own. */
const DEFAULT_CODE = '__default_channel__'

const readPlacedIn = (order: unknown): string[] => {
  const channels = parseList(readPath(order, 'channels')).map((channel) => ({
    code: readText(readPath(channel, 'code')),
    token: readText(readPath(channel, 'token')),
  }))
  const [shared, own] = [
    channels.filter(({ code }) => code === DEFAULT_CODE),
    channels.filter(({ code }) => code !== DEFAULT_CODE),
  ]
  return [...own, ...shared].flatMap(({ code, token }) => [
    ...(code ? [nameShopChannel(code)] : []),
    ...(token ? [nameShopChannelByToken(token)] : []),
  ])
}

/** Returns the record without the tokens of its channels, which are secret. */
const removeTokens = (order: Record<string, unknown>) => ({
  ...order,
  ...('channels' in order && { channels: parseList(order.channels).map((each) => ({ code: readPath(each, 'code') })) }),
})

/** All orders of a shop have these in common. */
export interface VendureSettings {
  /** Number of decimals of all amounts. */
  scale: number
  pricesIncludeTax: boolean | null
}

export const readVendureOrder = (raw: unknown, { scale, pricesIncludeTax }: VendureSettings): RemoteOrder | BadRecord =>
  readOrder(
    VendureOrder,
    raw,
    ({ id, code, updatedAt }) => ({ ref: id, externalOrderId: code, modifiedAt: updatedAt }),
    (record) => {
      const { id, code, state, updatedAt, currencyCode: currency } = record
      const { orderPlacedAt, customer, shippingAddress, billingAddress, shippingLines } = parseObject(record)
      const { firstName, lastName, emailAddress, phoneNumber } = parseObject(customer)
      return {
        order: {
          externalOrderId: code,
          number: code,
          status: readText(state, 100),
          currency,
          placedAt: readInstant(orderPlacedAt),
          customer: buildCustomer({
            name: joinWords(firstName, lastName),
            email: emailAddress,
            phone: phoneNumber,
          }),
          shippingAddress: readAddress(shippingAddress),
          billingAddress: readAddress(billingAddress),
          serviceLevel: readServiceLevel(shippingLines),
          ...readAmounts(record, scale),
          pricesIncludeTax,
          fulfilments: readVendureFulfilments(record),
        },
        ref: id,
        modifiedAt: findLastChange(record) ?? requireInstant(updatedAt, 'updatedAt'),
        words: readVendureWords(record),
        raw: removeTokens(parseObject(raw)),
        placedIn: readPlacedIn(raw),
      }
    },
  )
