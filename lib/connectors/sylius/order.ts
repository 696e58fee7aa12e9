import * as Type from 'typebox'
import type { BadRecord, RemoteOrder } from '../connector.ts'
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
import { readIriEnd } from './ask-shop.ts'
import { SCALE } from './product.ts'

const Line = Type.Object({ quantity: Quantity, total: Type.Integer() })

const SyliusOrder = Type.Object({
  tokenValue: Type.String({ minLength: 1 }),
  state: Type.String({ minLength: 1 }),
  currencyCode: Type.String({ pattern: '^[A-Z]{3}$' }),
  total: Type.Integer(),
  items: Type.Array(Line),
})

const readAddress = (value: unknown) => {
  const { firstName, lastName, company, street, city, postcode, provinceName, countryCode } = parseObject(value)
  return buildAddress({
    name: joinWords(firstName, lastName) ?? readText(company),
    line1: street,
    line2: null,
    city,
    postalCode: postcode,
    region: provinceName,
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
}

/** Returns the words of an order, of its payment and of its shipments. */
export const readSyliusWords = (order: unknown) => {
  const { state, paymentState, shippingState } = parseObject(order)
  return { state: readText(state), paymentState: readText(paymentState), shippingState: readText(shippingState) }
}

export const readSyliusOrder = (raw: unknown, { customer, placedAt }: References): RemoteOrder | BadRecord =>
  readOrder(
    SyliusOrder,
    raw,
    ({ tokenValue, number }) => ({ ref: tokenValue, externalOrderId: number, modifiedAt: placedAt }),
    (record) => {
      const { tokenValue, state, currencyCode: currency, total, items } = record
      const { number, billingAddress, shippingAddress, shipments, updatedAt } = parseObject(record)
      return {
        order: {
          externalOrderId: readText(number) ?? tokenValue,
          number: readText(number),
          status: readText(state, 100),
          currency,
          total: readScaledMoney(total, SCALE, currency),
          placedAt: readInstant(placedAt),
          customer: buildCustomer(readName(customer) ?? readName(parseObject(billingAddress)), customer.email),
          shippingAddress: readAddress(shippingAddress),
          billingAddress: readAddress(billingAddress),
          serviceLevel: readServiceLevel(shipments),
          lineItems: items.map((item) => {
            const { variant, productName, variantName } = parseObject(item)
            return {
              sku: readIriEnd(variant),
              name: readText(joinWords(productName, variantName), 500),
              quantity: item.quantity,
              ...priceLine(readScaledMoney(item.total, SCALE, currency), item.quantity),
            }
          }),
        },
        ref: tokenValue,
        modifiedAt: requireInstant(updatedAt ?? placedAt, 'checkoutCompletedAt'),
        words: readSyliusWords(record),
        raw,
      }
    },
  )
