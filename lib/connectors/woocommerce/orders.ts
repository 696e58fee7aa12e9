import * as Type from 'typebox'
import { sumAmounts } from '../../platform/money/amounts.ts'
import type { BadRecord, OrderPage, OrderQuery, RemoteOrder, Shop } from '../connector.ts'
import { addSeconds, advanceOrderCursor, isWithinSecond, parseOrderCursor } from '../order-cursor.ts'
import { ALWAYS_READ, listWords } from '../order-states/order-states.ts'
import { WOOCOMMERCE_ORDER_STATES } from '../order-states/woocommerce-order-states.ts'
import {
  buildAddress,
  buildCustomer,
  joinWords,
  parseObject,
  priceLine,
  Quantity,
  readInstant,
  readMoney,
  readOrder,
  readText,
  requireInstant,
  requireOrder,
} from '../reading.ts'
import { requireList } from '../refusal.ts'
import { askForOrder, askShop } from './ask-shop.ts'

const PAGE_SIZE = 100
const ALWAYS = listWords(WOOCOMMERCE_ORDER_STATES, 'status', ALWAYS_READ)
/** Selects all statuses but the trash. */
const ANY = 'any'

const Line = Type.Object({ quantity: Quantity, total: Type.String(), total_tax: Type.String() })

const WooOrder = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  status: Type.String({ minLength: 1 }),
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  total: Type.String(),
  line_items: Type.Array(Line),
})

const readAddress = (value: unknown) => {
  const { first_name, last_name, company, address_1, address_2, city, state, postcode, country } = parseObject(value)
  return buildAddress({
    name: joinWords(first_name, last_name) ?? readText(company),
    line1: address_1,
    line2: address_2,
    city,
    postalCode: postcode,
    region: state,
    countryCode: country,
  })
}

const readServiceLevel = (lines: unknown) => {
  const { method_id, method_title } = parseObject(Array.isArray(lines) ? lines[0] : undefined)
  return readText(method_id) ?? readText(method_title)
}

const readModified = ({ date_modified_gmt, date_created_gmt }: Record<string, unknown>) =>
  date_modified_gmt ?? date_created_gmt

export const readWooOrder = (raw: unknown): RemoteOrder | BadRecord =>
  readOrder(
    WooOrder,
    raw,
    (record) => ({ ref: record.id, externalOrderId: record.id, modifiedAt: readModified(record) }),
    (record) => {
      const { id, status, currency, total, line_items: lines } = record
      const more: Record<string, unknown> = record
      const { first_name, last_name, email } = parseObject(more.billing)
      return {
        order: {
          externalOrderId: String(id),
          number: readText(more.number) ?? String(id),
          status: readText(status, 100),
          currency,
          total: readMoney(total, currency, 'total'),
          placedAt: readInstant(more.date_created_gmt),
          customer: buildCustomer(joinWords(first_name, last_name), email),
          shippingAddress: readAddress(more.shipping),
          billingAddress: readAddress(more.billing),
          serviceLevel: readServiceLevel(more.shipping_lines),
          lineItems: lines.map((line) => {
            const { sku, name } = parseObject(line)
            const paid = sumAmounts([
              readMoney(line.total, currency, 'line_items.total'),
              readMoney(line.total_tax, currency, 'line_items.total_tax'),
            ])
            return {
              sku: readText(sku),
              name: readText(name, 500),
              quantity: line.quantity,
              ...priceLine(paid, line.quantity),
            }
          }),
        },
        ref: String(id),
        modifiedAt: requireInstant(readModified(more), 'date_modified_gmt'),
        words: { status },
        raw,
      }
    },
  )

export const matchesStatuses = ({ order }: RemoteOrder, statuses: readonly string[]): boolean =>
  statuses.includes(ANY) || statuses.includes(order.status ?? '')

const TRASH = 'trash '

/**
 * Returns the status to ask for, and the cursor within the orders that have it. Without statuses, the trash is read after
 * all other orders, because the shop leaves it out.
 */
const planWalk = (statuses: readonly string[] | null, cursor: string | null) => {
  if (statuses && !statuses.includes(ANY)) return { status: [...new Set([...statuses, ...ALWAYS])].join(), at: cursor }
  if (cursor?.startsWith(TRASH)) return { status: 'trash', at: cursor.slice(TRASH.length) }
  return { status: ANY, at: cursor }
}

export const readOrderPage = async (shop: Shop, { since, statuses, cursor }: OrderQuery): Promise<OrderPage> => {
  const { status, at } = planWalk(statuses, cursor)
  const position = parseOrderCursor(at, since)
  const isWithin = isWithinSecond(position)
  const page = isWithin ? position.page - 1 : 1
  const { json, headers } = await askShop(shop, '/orders', {
    query: {
      // The filter excludes its own second.
      modified_after: addSeconds(position, -1).slice(0, 19),
      ...(isWithin && { modified_before: addSeconds(position, 1).slice(0, 19) }),
      dates_are_gmt: 'true',
      orderby: isWithin ? 'id' : 'modified',
      order: 'asc',
      per_page: String(PAGE_SIZE),
      page: String(page),
      status,
    },
  })
  const records = requireList(json).map(readWooOrder)
  // The shop may return smaller pages than requested.
  const pages = Number(headers['x-wp-totalpages'] ?? (records.length < PAGE_SIZE ? 0 : Number.POSITIVE_INFINITY))
  const { fresh, next } = advanceOrderCursor(position, records, records.length > 0 && pages > page)
  if (status === ANY) return { orders: fresh, next: next ?? TRASH + JSON.stringify(parseOrderCursor(null, since)) }
  return { orders: fresh, next: next && status === 'trash' ? TRASH + next : next }
}

export const getOrder = async (shop: Shop, ref: string): Promise<RemoteOrder | undefined> => {
  if (!/^\d{1,18}$/.test(ref)) return undefined
  const found = await askForOrder(shop, ref)
  return found === undefined ? undefined : requireOrder(readWooOrder(found))
}
