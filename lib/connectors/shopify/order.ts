import * as Type from 'typebox'
import { sumOf } from '../../platform/money/money.ts'
import type { BadRecord, RemoteOrder } from '../connector.ts'
import { at } from '../graphql.ts'
import {
  addressOf,
  customerOf,
  instantOf,
  joined,
  moneyOf,
  objectIn,
  Quantity,
  readOrder,
  requiredInstant,
  textOf,
  unitPrice,
} from '../reading.ts'

const Money = Type.Object({ shopMoney: Type.Object({ amount: Type.String() }) })

const Line = Type.Object({
  quantity: Quantity,
  currentQuantity: Quantity,
  discountedUnitPriceAfterAllDiscountsSet: Money,
  taxLines: Type.Array(Type.Object({ priceSet: Money })),
})

const ShopifyOrder = Type.Object({
  id: Type.String({ pattern: '^gid://shopify/Order/\\d{1,20}$' }),
  updatedAt: Type.String(),
  currencyCode: Type.String({ pattern: '^[A-Z]{3}$' }),
  taxesIncluded: Type.Boolean(),
  totalPriceSet: Money,
  lineItems: Type.Object({ nodes: Type.Array(Line) }),
})

const addressIn = (value: unknown) => {
  const { firstName, lastName, name, company, address1, address2, city, zip, province, countryCodeV2 } = objectIn(value)
  return addressOf({
    name: textOf(name) ?? joined(firstName, lastName) ?? textOf(company),
    line1: address1,
    line2: address2,
    city,
    postalCode: zip,
    region: province,
    countryCode: countryCodeV2,
  })
}

const idIn = (gid: unknown) => (typeof gid === 'string' ? (gid.split('/').at(-1) ?? null) : null)

export const readShopifyOrder = (raw: unknown): RemoteOrder | BadRecord =>
  readOrder(
    ShopifyOrder,
    raw,
    ({ id, updatedAt }) => ({ ref: id, externalOrderId: idIn(id), modifiedAt: updatedAt }),
    (record) => {
      const { id, updatedAt, currencyCode: currency, taxesIncluded, totalPriceSet, lineItems } = record
      const more: Record<string, unknown> = record
      const amountIn = ({ shopMoney }: { shopMoney: { amount: string } }, name: string) =>
        moneyOf(shopMoney.amount, currency, name)
      const isCancelled = instantOf(more.cancelledAt) !== null
      const name = textOf(at(more.customer, 'displayName')) ?? textOf(at(more.billingAddress, 'name'))
      return {
        order: {
          externalOrderId: idIn(id) as string,
          number: textOf(more.name) ?? idIn(id),
          status: isCancelled ? 'cancelled' : (textOf(more.displayFinancialStatus, 100)?.toLowerCase() ?? null),
          currency,
          total: amountIn(totalPriceSet, 'totalPriceSet'),
          placedAt: instantOf(more.processedAt) ?? instantOf(more.createdAt),
          customer: customerOf(name, more.email ?? at(more.customer, 'defaultEmailAddress', 'emailAddress')),
          shippingAddress: addressIn(more.shippingAddress),
          billingAddress: addressIn(more.billingAddress),
          lineItems: lineItems.nodes.map((line) => {
            const price = amountIn(line.discountedUnitPriceAfterAllDiscountsSet, 'lineItems.price')
            const taxes = sumOf(line.taxLines.map(({ priceSet }) => amountIn(priceSet, 'lineItems.taxLines')))
            const { sku, name: title } = objectIn(line)
            return {
              sku: textOf(sku),
              name: textOf(title, 500),
              // What was taken out of the order since is not to be sent.
              quantity: line.currentQuantity,
              unitPrice: taxesIncluded ? price : sumOf([price, unitPrice(taxes, line.quantity) ?? 0]),
            }
          }),
        },
        ref: id,
        modifiedAt: requiredInstant(updatedAt, 'updatedAt'),
        isCancelled,
        raw,
      }
    },
  )
