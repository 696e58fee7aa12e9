import { ConnectorError, type Shop } from '../../connector.ts'
import { readPath } from '../../graphql.ts'
import { parseList, parseObject, readInstant, readText } from '../../reading.ts'
import { requireList } from '../../refusal.ts'
import { askShop } from '../ask-shop.ts'
import { AUTHORIZATIONS, DISPUTE, TERMS } from './order-query.ts'

const OPEN = ['PENDING', 'PARTIALLY_PAID']

const hasStatus = (order: unknown, statuses: readonly string[]) =>
  statuses.includes(readText(parseObject(order).displayFinancialStatus, 100) ?? '')

/** Asks for something that needs a scope of its own, which apps of many merchants lack; undefined without it. */
const askIfAllowed = async (shop: Shop, query: string, variables: Record<string, unknown>) => {
  try {
    return await askShop(shop, query, { variables })
  } catch (error) {
    if (error instanceof ConnectorError && error.code === 'INSUFFICIENT_SCOPE') return undefined
    throw error
  }
}

const byId = (data: Record<string, unknown> | undefined) =>
  new Map(requireList(data?.nodes ?? []).map((order) => [readPath(order, 'id'), parseObject(order)]))

const readOf = async (shop: Shop, query: string, orders: readonly unknown[], statuses: readonly string[]) => {
  const ids = orders.filter((order) => hasStatus(order, statuses)).map((order) => readPath(order, 'id'))
  return byId(ids.length ? await askIfAllowed(shop, query, { ids }) : undefined)
}

const addDetails = async (shop: Shop, disputes: unknown) => {
  const added: unknown[] = []
  for (const dispute of parseList(disputes)) {
    const found = await askIfAllowed(shop, DISPUTE, {
      id: `gid://shopify/ShopifyPaymentsDispute/${readText(readPath(dispute, 'id'))?.split('/').at(-1)}`,
    })
    added.push({ ...parseObject(dispute), details: found?.dispute ?? null })
  }
  return added
}

/**
 * Adds to orders what is agreed on about their payment, as far as the app may see it: terms of what is not paid, when
 * authorizations expire, and what disputes are about.
 */
export const addPaying = async (
  shop: Shop,
  orders: readonly Record<string, unknown>[],
): Promise<Record<string, unknown>[]> => {
  const terms = await readOf(shop, TERMS, orders, OPEN)
  const authorizations = await readOf(shop, AUTHORIZATIONS, orders, ['AUTHORIZED'])
  const added: Record<string, unknown>[] = []
  for (const order of orders) {
    const { id, disputes } = order
    added.push({
      ...order,
      ...terms.get(id),
      ...authorizations.get(id),
      ...(parseList(disputes).length > 0 && { disputes: await addDetails(shop, disputes) }),
    })
  }
  return added
}

/** Terms by which goods are sold on account; others are due when the customer gets the bill. */
const ON_ACCOUNT = ['NET', 'FIXED', 'FULFILLMENT']

/** Reads what was agreed on when the customer pays, and when the next part of it is due. */
export const readTerms = (order: unknown): { terms?: string; dueAt?: string } => {
  const terms = parseObject(parseObject(order).paymentTerms)
  if (!ON_ACCOUNT.includes(readText(terms.paymentTermsType) ?? '')) return {}
  const open = parseList(readPath(terms, 'paymentSchedules', 'nodes'))
    .filter((schedule) => readInstant(readPath(schedule, 'completedAt')) === null)
    .flatMap((schedule) => readInstant(readPath(schedule, 'dueAt')) ?? [])
  const [dueAt] = open.toSorted()
  return { terms: readText(terms.paymentTermsName) ?? 'Payment terms', ...(dueAt && { dueAt }) }
}

/** Reads when the first of the authorizations expires that can still be captured; undefined if the shop does not tell it. */
export const readExpiry = (order: unknown): string | undefined => {
  const expiring = parseList(parseObject(order).transactions)
    .filter((transaction) => readPath(transaction, 'kind') === 'AUTHORIZATION')
    .filter((transaction) => readPath(transaction, 'status') === 'SUCCESS')
    .flatMap((transaction) => readInstant(readPath(transaction, 'authorizationExpiresAt')) ?? [])
  return expiring.toSorted()[0]
}
