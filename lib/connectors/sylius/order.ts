import * as Type from 'typebox'
import type { OrderRow } from '../../../schemas/sales/order.ts'
import type { BadRecord, RemoteOrder } from '../connector.ts'
import { readTrackingNumbers } from '../fulfilments/tracking-numbers.ts'
import {
  buildAddress,
  buildCustomer,
  joinWords,
  parseList,
  parseObject,
  Quantity,
  readInstant,
  readNote,
  readOrder,
  readScaledMoney,
  readText,
  requireInstant,
} from '../reading.ts'
import { nameShopChannel } from '../shop-channels/name-shop-channel.ts'
import { readIriEnd } from './ask-shop.ts'
import { type Adjustment, readSyliusParts } from './order-parts.ts'
import { readSyliusPayments } from './order-payments.ts'
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
  const { firstName, lastName, company, street, city, postcode, provinceName, provinceCode, countryCode, phoneNumber } =
    parseObject(value)
  return buildAddress({
    name: joinWords(firstName, lastName),
    company,
    line1: street,
    line2: null,
    city,
    postalCode: postcode,
    region: readText(provinceName) ?? readRegion(provinceCode, countryCode),
    countryCode,
    phone: phoneNumber,
    email: null,
  })
}

const readName = ({ firstName, lastName }: Record<string, unknown>) => joinWords(firstName, lastName)

/** Returns the code of the shipping method, which is the end of its IRI. */
const readServiceLevel = (shipments: unknown) =>
  readIriEnd(parseObject(Array.isArray(shipments) ? shipments[0] : undefined).method)

type FulfilmentRow = NonNullable<OrderRow['fulfilments']>[number]

/** Tells whether shipments of an order have left, so that they have to be read. */
export const hasShipped = (order: unknown): boolean =>
  ['shipped', 'partially_shipped'].includes(String(parseObject(order).shippingState))

const readUnits = (record: unknown) => parseList(parseObject(record).units).flatMap((unit) => readIriEnd(unit) ?? [])

/**
 * Reads the shipments of an order that have left. The only one has all of its pieces; several are told apart by their units,
 * and undefined is returned if these are not shown and some pieces have not left.
 */
const readSyliusFulfilments = (order: unknown, shipments: readonly unknown[]): FulfilmentRow[] | undefined => {
  const items = parseList(parseObject(order).items)
  const shipped = shipments.map(parseObject).filter(({ state }) => state === 'shipped')
  const isWhole = parseObject(order).shippingState === 'shipped'
  const rows = shipped.flatMap((shipment): FulfilmentRow[] => {
    const units = new Set(readUnits(shipment))
    const lines = items.flatMap((item) => {
      const quantity = readUnits(item).filter((unit) => units.has(unit)).length
      return quantity ? [{ externalLineId: readText(parseObject(item).id), quantity }] : []
    })
    const shown = {
      externalFulfilmentId: readText(shipment.id),
      trackingNumbers: readTrackingNumbers(shipment.tracking),
    }
    if (shipments.length === 1) return [shown]
    return lines.length ? [{ ...shown, lines }] : []
  })
  return isWhole || rows.length === shipped.length ? rows : undefined
}

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
      const {
        number,
        billingAddress,
        shippingAddress,
        shipments,
        updatedAt,
        notes,
        channel: placedIn,
      } = parseObject(record)
      const channel = readIriEnd(placedIn)
      return {
        order: {
          externalOrderId: readText(number) ?? tokenValue,
          number: readText(number),
          status: readText(state, 100),
          currency,
          total,
          placedAt: readInstant(placedAt),
          customer: buildCustomer({
            name: readName(customer) ?? readName(parseObject(billingAddress)),
            email: customer.email,
            phone: customer.phoneNumber,
          }),
          shippingAddress: readAddress(shippingAddress),
          billingAddress: readAddress(billingAddress),
          serviceLevel: readServiceLevel(shipments),
          customerNote: readNote(notes),
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
