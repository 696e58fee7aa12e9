import * as Type from 'typebox'
import { sumAmounts } from '../../platform/money/amounts.ts'
import type { BadRecord, RemoteOrder, Shop } from '../connector.ts'
import { readPath } from '../graphql.ts'
import {
  buildAddress,
  buildCustomer,
  computeUnitPrice,
  joinWords,
  parseObject,
  Quantity,
  readInstant,
  readMoney,
  readOrder,
  readText,
  requireInstant,
  takeShare,
} from '../reading.ts'

const Money = Type.Object({ shopMoney: Type.Object({ amount: Type.String() }) })

const Line = Type.Object({
  quantity: Quantity,
  currentQuantity: Quantity,
  originalTotalSet: Money,
  discountAllocations: Type.Array(Type.Object({ allocatedAmountSet: Money })),
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

const readAddress = (value: unknown) => {
  const { firstName, lastName, name, company, address1, address2, city, zip, province, countryCodeV2 } =
    parseObject(value)
  return buildAddress({
    name: readText(name) ?? joinWords(firstName, lastName) ?? readText(company),
    line1: address1,
    line2: address2,
    city,
    postalCode: zip,
    region: province,
    countryCode: countryCodeV2,
  })
}

const readId = (gid: unknown) => (typeof gid === 'string' ? (gid.split('/').at(-1) ?? null) : null)

/** Returns the words of an order. A channel with `test_orders` takes test orders for others. */
export const readShopifyWords = (order: unknown, { test_orders: takesTests }: Shop['config']) => {
  const { cancelledAt, test, displayFinancialStatus, displayFulfillmentStatus } = parseObject(order)
  return {
    order: readInstant(cancelledAt) === null ? null : 'cancelled',
    kind: test === true && takesTests !== 'true' ? 'test' : null,
    financialStatus: readText(displayFinancialStatus, 100)?.toLowerCase() ?? null,
    fulfilmentStatus: readText(displayFulfillmentStatus, 100)?.toLowerCase() ?? null,
  }
}

export const readShopifyOrder = (raw: unknown, config: Shop['config']): RemoteOrder | BadRecord =>
  readOrder(
    ShopifyOrder,
    raw,
    ({ id, updatedAt }) => ({ ref: id, externalOrderId: readId(id), modifiedAt: updatedAt }),
    (record) => {
      const { id, updatedAt, currencyCode: currency, taxesIncluded, totalPriceSet, lineItems } = record
      const more: Record<string, unknown> = record
      const readAmount = ({ shopMoney }: { shopMoney: { amount: string } }, name: string) =>
        readMoney(shopMoney.amount, currency, name)
      const words = readShopifyWords(record, config)
      const name = readText(readPath(more.customer, 'displayName')) ?? readText(readPath(more.billingAddress, 'name'))
      return {
        order: {
          externalOrderId: readId(id) as string,
          number: readText(more.name) ?? readId(id),
          status: words.order ?? words.financialStatus,
          currency,
          total: readAmount(totalPriceSet, 'totalPriceSet'),
          placedAt: readInstant(more.processedAt) ?? readInstant(more.createdAt),
          customer: buildCustomer(name, more.email ?? readPath(more.customer, 'defaultEmailAddress', 'emailAddress')),
          shippingAddress: readAddress(more.shippingAddress),
          billingAddress: readAddress(more.billingAddress),
          serviceLevel: readText(readPath(more.shippingLine, 'code')) ?? readText(readPath(more.shippingLine, 'title')),
          lineItems: lineItems.nodes.map((line) => {
            const discounts = line.discountAllocations.map(
              ({ allocatedAmountSet }) => -readAmount(allocatedAmountSet, 'lineItems.discountAllocations'),
            )
            const taxes = line.taxLines.map(({ priceSet }) => readAmount(priceSet, 'lineItems.taxLines'))
            // These amounts are of all pieces that were ordered, removed ones included.
            const ordered = sumAmounts([
              readAmount(line.originalTotalSet, 'lineItems.originalTotalSet'),
              ...discounts,
              ...(taxesIncluded ? [] : taxes),
            ])
            const { sku, name: title } = parseObject(line)
            return {
              sku: readText(sku),
              name: readText(title, 500),
              // Pieces that were removed from the order are not fulfilled.
              quantity: line.currentQuantity,
              unitPrice: computeUnitPrice(ordered, line.quantity),
              total: takeShare(ordered, line.currentQuantity, line.quantity),
            }
          }),
        },
        ref: id,
        modifiedAt: requireInstant(updatedAt, 'updatedAt'),
        words,
        raw,
      }
    },
  )
