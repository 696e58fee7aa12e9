import * as Type from 'typebox'
import type { BadRecord, RemoteOrder } from '../connector.ts'
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
  unitPrice,
} from '../reading.ts'
import { SCALE } from './product.ts'
import { endOf } from './store.ts'

const Line = Type.Object({ quantity: Quantity, total: Type.Integer() })

const SyliusOrder = Type.Object({
  tokenValue: Type.String({ minLength: 1 }),
  state: Type.String({ minLength: 1 }),
  currencyCode: Type.String({ pattern: '^[A-Z]{3}$' }),
  total: Type.Integer(),
  items: Type.Array(Line),
})

const addressIn = (value: unknown) => {
  const { firstName, lastName, company, street, city, postcode, provinceName, countryCode } = objectIn(value)
  return addressOf({
    name: joined(firstName, lastName) ?? textOf(company),
    line1: street,
    line2: null,
    city,
    postalCode: postcode,
    region: provinceName,
    countryCode,
  })
}

const nameIn = ({ firstName, lastName }: Record<string, unknown>) => joined(firstName, lastName)

/** What an order only points to. */
interface Beside {
  customer: Record<string, unknown>
  placedAt: unknown
}

export const readSyliusOrder = (raw: unknown, { customer, placedAt }: Beside): RemoteOrder | BadRecord =>
  readOrder(
    SyliusOrder,
    raw,
    ({ tokenValue, number }) => ({ ref: tokenValue, externalOrderId: number, modifiedAt: placedAt }),
    (record) => {
      const { tokenValue, state, currencyCode: currency, total, items } = record
      const { number, billingAddress, shippingAddress, updatedAt } = objectIn(record)
      return {
        order: {
          externalOrderId: textOf(number) ?? tokenValue,
          number: textOf(number),
          status: textOf(state, 100),
          currency,
          total: scaledMoney(total, SCALE, currency),
          placedAt: instantOf(placedAt),
          customer: customerOf(nameIn(customer) ?? nameIn(objectIn(billingAddress)), customer.email),
          shippingAddress: addressIn(shippingAddress),
          billingAddress: addressIn(billingAddress),
          lineItems: items.map((item) => {
            const { variant, productName, variantName } = objectIn(item)
            return {
              sku: endOf(variant),
              name: textOf(joined(productName, variantName), 500),
              quantity: item.quantity,
              unitPrice: unitPrice(scaledMoney(item.total, SCALE, currency), item.quantity),
            }
          }),
        },
        ref: tokenValue,
        modifiedAt: requiredInstant(updatedAt ?? placedAt, 'checkoutCompletedAt'),
        isCancelled: state === 'cancelled',
        raw,
      }
    },
  )
