import * as Type from 'typebox'
import type { BadRecord, RemoteOrder } from '../connector.ts'
import {
  buildAddress,
  buildCustomer,
  joinWords,
  parseObject,
  Quantity,
  readInstant,
  readOrder,
  readScaledMoney,
  readText,
  requireInstant,
} from '../reading.ts'
import { nameShopChannel } from '../shop-channels/name-shop-channel.ts'
import { readIriEnd } from './ask-shop.ts'
import { type Adjustment, readSyliusParts } from './order-parts.ts'
import { readSyliusPayments } from './order-payments.ts'
import { hasShipped, readSyliusFulfilments } from './order-shipments.ts'
import { SCALE } from './product.ts'

const Line = Type.Object({ quantity: Quantity, total: Type.Integer() })

const SyliusOrder = Type.Object({
  tokenValue: Type.String({ minLength: 1 }),
  state: Type.String({ minLength: 1 }),
  currencyCode: Type.String({ pattern: '^[A-Z]{3}$' }),
  total: Type.Integer(),
  items: Type.Array(Line),
})

/** Returns the code of a province without the country before it, such as `CA` of `US-CA`. */
const readRegion = (provinceCode: unknown, countryCode: unknown): string | null => {
  const [code, country] = [readText(provinceCode), readText(countryCode)]
  return code && country && code.toUpperCase().startsWith(`${country.toUpperCase()}-`)
    ? readText(code.slice(country.length + 1))
    : code
}

const readAddress = (value: unknown) => {
  const { firstName, lastName, company, street, city, postcode, provinceName, provinceCode, countryCode } =
    parseObject(value)
  return buildAddress({
    name: joinWords(firstName, lastName) ?? readText(company),
    line1: street,
    line2: null,
    city,
    postalCode: postcode,
    region: readText(provinceName) ?? readRegion(provinceCode, countryCode),
    countryCode,
  })
}

const readName = ({ firstName, lastName }: Record<string, unknown>) => joinWords(firstName, lastName)

/** Returns the code of the shipping method, which is the end of its IRI. */
const readServiceLevel = (shipments: unknown) =>
  readIriEnd(parseObject(Array.isArray(shipments) ? shipments[0] : undefined).method)

/** Records that an order only refers to. */
interface References {
  customer: Record<string, unknown>
  placedAt: unknown
  /** Null if the shop does not show them. */
  adjustments: readonly Adjustment[] | null
  /** The payments with their amounts; empty where the state of the payment tells everything. */
  payments: readonly unknown[]
  /** The shipments; empty while none of them has left. */
  shipments: readonly unknown[]
}

/** Returns the words of an order, of its payment and of its shipments. */
export const readSyliusWords = (order: unknown) => {
  const { state, paymentState, shippingState } = parseObject(order)
  return { state: readText(state), paymentState: readText(paymentState), shippingState: readText(shippingState) }
}

export const readSyliusOrder = (
  raw: unknown,
  { customer, placedAt, adjustments, payments, shipments: shown }: References,
): RemoteOrder | BadRecord =>
  readOrder(
    SyliusOrder,
    raw,
    ({ tokenValue, number }) => ({ ref: tokenValue, externalOrderId: number, modifiedAt: placedAt }),
    (record) => {
      const { tokenValue, state, currencyCode: currency } = record
      const total = readScaledMoney(record.total, SCALE, currency)
      const fulfilments = hasShipped(record) ? readSyliusFulfilments(record, shown) : []
      const { number, billingAddress, shippingAddress, shipments, updatedAt, channel: placedIn } = parseObject(record)
      const channel = readIriEnd(placedIn)
      return {
        order: {
          externalOrderId: readText(number) ?? tokenValue,
          number: readText(number),
          status: readText(state, 100),
          currency,
          total,
          placedAt: readInstant(placedAt),
          customer: buildCustomer(readName(customer) ?? readName(parseObject(billingAddress)), customer.email),
          shippingAddress: readAddress(shippingAddress),
          billingAddress: readAddress(billingAddress),
          serviceLevel: readServiceLevel(shipments),
          ...readSyliusParts(record, adjustments, currency),
          ...readSyliusPayments(record, payments, total, currency),
          ...(fulfilments && { fulfilments }),
        },
        ref: tokenValue,
        modifiedAt: requireInstant(updatedAt ?? placedAt, 'checkoutCompletedAt'),
        words: readSyliusWords(record),
        raw,
        ...(channel && { placedIn: [nameShopChannel(channel)] }),
      }
    },
  )
