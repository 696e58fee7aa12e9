import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { OrderRow } from '../../../../schemas/sales/order.ts'
import { isWrittenAsCode } from '../../../platform/addresses/describe-region.ts'
import { sumAmounts } from '../../../platform/money/amounts.ts'
import type { BadRecord, RemoteOrder, Shop } from '../../connector.ts'
import { readPath } from '../../graphql.ts'
import { takePart } from '../../order-parts/split-amount.ts'
import { readDisputeWord } from '../../order-states/dispute-words.ts'
import { importsTests } from '../../order-states/test-orders.ts'
import {
  buildAddress,
  buildCustomer,
  joinWords,
  parseObject,
  readInstant,
  readMoney,
  readNote,
  readOrder,
  readText,
  requireInstant,
} from '../../reading.ts'
import { AdditionalFee, buildDuties, readFees, readShippingLine, ShippingLine } from './charges.ts'
import { groupDiscounts } from './discounts.ts'
import { Dispute, readDisputes } from './disputes.ts'
import { readFulfilmentRows, readHold } from './fulfilment-rows.ts'
import { addReturned, buildLine, computeCurrents, Line, markTips, readLine } from './lines.ts'
import { BothMoney, Money, makeReadAmount, maybe, readId } from './money.ts'
import { readExpiry, readTerms } from './paying.ts'
import { readMethod, readPaymentStatus } from './payment.ts'
import { buildRefunds, countReturned, Fulfillment, listRefunded, Refund, sumDuties } from './refunds.ts'

const Currency = Type.String({ pattern: '^[A-Z]{3}$' })

const ShopifyOrder = Type.Object({
  id: Type.String({ pattern: '^gid://shopify/Order/\\d{1,20}$' }),
  updatedAt: Type.String(),
  currencyCode: Currency,
  presentmentCurrencyCode: Currency,
  taxesIncluded: Type.Boolean(),
  dutiesIncluded: maybe(Type.Boolean()),
  totalPriceSet: BothMoney,
  currentTotalPriceSet: BothMoney,
  currentTotalDutiesSet: maybe(Money),
  currentTotalAdditionalFeesSet: maybe(Money),
  totalTipReceivedSet: maybe(Money),
  totalCapturableSet: maybe(Money),
  totalReceivedSet: maybe(Money),
  lineItems: Type.Object({ nodes: Type.Array(Line) }),
  shippingLines: Type.Object({ nodes: Type.Array(ShippingLine, { maxItems: 20 }) }),
  additionalFees: maybe(Type.Array(AdditionalFee)),
  refunds: Type.Array(Refund),
  fulfillments: maybe(Type.Array(Fulfillment)),
  disputes: maybe(Type.Array(Dispute)),
})
type ShopifyOrder = Static<typeof ShopifyOrder>

const readAddress = (value: unknown) => {
  const { firstName, lastName, name, company, address1, address2, city, zip, province, provinceCode } =
    parseObject(value)
  const { countryCodeV2, phone } = parseObject(value)
  return buildAddress({
    name: readText(name) ?? joinWords(firstName, lastName),
    company,
    line1: address1,
    line2: address2,
    city,
    postalCode: zip,
    region: isWrittenAsCode(countryCodeV2)
      ? (readText(provinceCode) ?? province)
      : (readText(province) ?? provinceCode),
    countryCode: countryCodeV2,
    phone,
    email: null,
  })
}

/** Returns the words of an order. A channel with `test_orders` imports test orders. */
export const readShopifyWords = (order: unknown, config: Shop['config'], disputes: OrderRow['disputes'] = []) => {
  const { cancelledAt, test, displayFinancialStatus, displayFulfillmentStatus } = parseObject(order)
  return {
    dispute: readDisputeWord(disputes),
    order: readInstant(cancelledAt) === null ? null : 'cancelled',
    kind: test === true && !importsTests(config) ? 'test' : null,
    financialStatus: readText(displayFinancialStatus, 100)?.toLowerCase() ?? null,
    fulfilmentStatus: readText(displayFulfillmentStatus, 100)?.toLowerCase() ?? null,
  }
}

/**
 * Reads what an order sells and costs. The shop takes refunded pieces, shipping and duties off its totals; see `addReturned`.
 */
const readParts = (order: ShopifyOrder) => {
  const { taxesIncluded, presentmentCurrencyCode: currency, currencyCode, refunds } = order
  const read = makeReadAmount(currency)
  const current = read(order.currentTotalPriceSet, 'currentTotalPriceSet')
  const readLines = order.lineItems.nodes.map((line) => readLine(line, taxesIncluded, read))
  const lines = markTips(readLines, order.lineItems.nodes, read(order.totalTipReceivedSet, 'totalTipReceivedSet'))
  const shipping = order.shippingLines.nodes.map((line) => readShippingLine(line, taxesIncluded, read))
  const left = order.currentTotalAdditionalFeesSet
  const feesLeft = left ? read(left, 'currentTotalAdditionalFeesSet') : null
  const fees = readFees(order.additionalFees ?? [], feesLeft, taxesIncluded, read)
  const duties = order.dutiesIncluded ? 0 : read(order.currentTotalDutiesSet, 'currentTotalDutiesSet')
  const refundedDuties = order.dutiesIncluded ? 0 : sumAmounts(refunds.map((refund) => sumDuties(refund, read)))

  const charged = [...shipping.map((each) => each.current), ...fees.map(({ total }) => total ?? 0), duties]
  const currents = computeCurrents(lines, sumAmounts([current, ...charged.map((amount) => -amount)]))
  const refunded = listRefunded(lines, refunds, order.fulfillments ?? [])
  const solds = lines.map((line, i) => {
    const own = currents[i] ?? { total: 0, taxes: [] }
    return addReturned(line, own, countReturned(refunded, line.id))
  })
  const back = sumAmounts([
    ...solds.map(({ total }, i) => total - (currents[i]?.total ?? 0)),
    ...shipping.map(({ row, current: now }) => row.total - now),
    refundedDuties,
  ])
  const readShop = (money: Static<typeof BothMoney>, name: string) =>
    readMoney(money.shopMoney.amount, currencyCode, name)
  const ordered = read(order.totalPriceSet, 'totalPriceSet')
  const shopTotal = sumAmounts([
    readShop(order.currentTotalPriceSet, 'currentTotalPriceSet'),
    takePart(readShop(order.totalPriceSet, 'totalPriceSet'), back, ordered),
  ])
  const isForeign = currency !== currencyCode
  const expiry = readExpiry(order)
  const total = sumAmounts([current, back])
  const received = Math.max(0, read(order.totalReceivedSet, 'totalReceivedSet'))
  return {
    currency,
    total,
    pricesIncludeTax: taxesIncluded,
    shopCurrency: isForeign ? currencyCode : null,
    shopTotal: isForeign ? Math.max(0, shopTotal) : null,
    lineItems: [
      ...lines.flatMap((line, i) => {
        const sold = solds[i]
        return sold ? buildLine(line, sold) : []
      }),
      ...fees,
      ...buildDuties(sumAmounts([duties, refundedDuties])),
    ],
    shippingLines: shipping.map(({ row }) => row),
    discounts: groupDiscounts([...solds, ...shipping].flatMap(({ discounts }) => discounts)),
    paymentStatus: readPaymentStatus(parseObject(order).displayFinancialStatus, ordered),
    payment: {
      method: readMethod(order),
      authorizedAmount: Math.max(0, read(order.totalCapturableSet, 'totalCapturableSet')),
      paidAmount: received,
      ...readTerms(order),
      ...(expiry && { authorizationExpiresAt: expiry }),
    },
    disputes: readDisputes(order.disputes, {
      ...{ currency, shopCurrency: currencyCode, ordered },
      orderedInShop: readShop(order.totalPriceSet, 'totalPriceSet'),
    }),
    refunds: buildRefunds(refunds, refunded, { lines, solds, currents }, { taxesIncluded, read, total, received }),
  } satisfies Partial<OrderRow>
}

export const readShopifyOrder = (raw: unknown, config: Shop['config']): RemoteOrder | BadRecord =>
  readOrder(
    ShopifyOrder,
    raw,
    ({ id, updatedAt }) => ({ ref: id, externalOrderId: readId(id), modifiedAt: updatedAt }),
    (record) => {
      const { id, updatedAt, shippingLines } = record
      const more: Record<string, unknown> = record
      const parts = readParts(record)
      const words = readShopifyWords(record, config, parts.disputes)
      const name = readText(readPath(more.customer, 'displayName')) ?? readText(readPath(more.billingAddress, 'name'))
      const [shipping] = shippingLines.nodes
      return {
        order: {
          externalOrderId: readId(id) as string,
          number: readText(more.name) ?? readId(id),
          status: words.order ?? words.financialStatus,
          placedAt: readInstant(more.processedAt) ?? readInstant(more.createdAt),
          customer: buildCustomer({
            name,
            email: more.email ?? readPath(more.customer, 'defaultEmailAddress', 'emailAddress'),
            phone: more.phone,
          }),
          shippingAddress: readAddress(more.shippingAddress),
          billingAddress: readAddress(more.billingAddress),
          serviceLevel: readText(readPath(shipping, 'code')) ?? readText(readPath(shipping, 'title')),
          customerNote: readNote(more.note),
          isTest: more.test === true,
          ...parts,
          fulfilments: readFulfilmentRows(record, config),
        },
        hold: readHold(record),
        ref: id,
        modifiedAt: requireInstant(updatedAt, 'updatedAt'),
        words,
        raw,
      }
    },
  )
