import type { FulfilmentRule } from '../../../schemas/fulfilment/fulfilment-policy.ts'
import { readWeight } from '../../catalog/read-weights.ts'
import { readStockOfVariants } from '../../inventory/allocations/reserve-stock.ts'
import type { App } from '../../platform/app/app.ts'
import type { RuleInput } from '../../platform/conditions/conditions.ts'
import type { Id } from '../../platform/id.ts'
import { findPlatformRecord, type OrderOfChannel } from '../../sales/orders/find-orders.ts'
import type { StoredCustodian } from '../../warehousing/custodian.ts'
import { findCustodians, listActiveCustodians } from '../../warehousing/require-custodian.ts'
import { countUnplanned, type OrderFulfilmentLine } from '../order-fulfilments/order-fulfilment.ts'
import { decideRoute, type OpenLine, type Route } from './decide-route.ts'
import {
  describeUnknown,
  findSoldVariants,
  getSoldVariant,
  type SoldVariants,
  type UnknownLines,
} from './find-sold-variants.ts'

export interface PlannedLine extends OpenLine {
  name: string | null
}

export interface Plan {
  route: Route
  lines: PlannedLine[]
  custodians: ReadonlyMap<Id, StoredCustodian>
}

/** Adds the weights of all pieces; null if that of a variant is not known. */
const weighOrder = (lines: readonly OrderFulfilmentLine[], sold: SoldVariants): number | null => {
  let total = 0
  for (const { orderLine, quantity, elsewhere } of lines) {
    if (quantity === elsewhere) continue
    const variant = getSoldVariant(sold, orderLine)
    const grams = variant && readWeight(variant)
    if (grams === undefined) return null
    total += grams * (quantity - elsewhere)
  }
  return total
}

const OWN_FIELDS = new Set([
  'channelCode',
  'countryCode',
  'weightGrams',
  'serviceLevel',
  'total',
  'currency',
  'number',
  'lineItems',
])

/** Only rules that refer to the platform's own record need the payload. */
const findRecord = async (
  app: Pick<App, 'db' | 'files'>,
  tenant: Id,
  { order }: OrderOfChannel,
  rules: readonly FulfilmentRule[],
) => {
  const needsRecord = rules.some(({ conditions }) =>
    conditions.some(({ rules }) => rules.some(({ field }) => !OWN_FIELDS.has(field.split('.')[0] ?? ''))),
  )
  return needsRecord ? await findPlatformRecord(app, tenant, order) : undefined
}

/** Decides who fulfils what nobody fulfils yet of a sales order; changes nothing. */
export const planRoute = async (
  app: Pick<App, 'db' | 'files'>,
  tenant: Id,
  found: OrderOfChannel,
  rules: readonly FulfilmentRule[],
  { lines, excluded }: { lines: readonly OrderFulfilmentLine[]; excluded: readonly Id[] },
): Promise<Plan | { unknown: UnknownLines }> => {
  const { order, channel } = found
  const named = rules.flatMap(({ custodianIds }) => custodianIds ?? [])
  const [sold, custodiansOfRules, active, raw] = await Promise.all([
    findSoldVariants(app.db, tenant, order, lines),
    findCustodians(app.db, tenant, [...new Set(named)]),
    listActiveCustodians(app.db, tenant),
    findRecord(app, tenant, found, rules),
  ])
  const unknown = describeUnknown(lines, sold)
  if (unknown) return { unknown }
  const open = lines.flatMap((line): PlannedLine[] => {
    const variant = getSoldVariant(sold, line.orderLine)
    const quantity = countUnplanned(line)
    return variant && quantity
      ? [{ orderLine: line.orderLine, variantId: variant.id, sku: variant.sku, name: line.name, quantity }]
      : []
  })
  const stock = await readStockOfVariants(
    app.db,
    tenant,
    open.map(({ variantId }) => variantId),
  )
  const custodians = new Map([...active, ...custodiansOfRules].map((each) => [each.id, each]))
  const weightGrams = weighOrder(lines, sold)
  const input: RuleInput = {
    order: {
      ...order,
      status: order.platformStatus,
      channelCode: channel.code,
      countryCode: order.shippingAddress?.countryCode ?? null,
      ...(weightGrams !== null && { weightGrams }),
    },
    raw,
  }
  const route = decideRoute({
    rules,
    order: input,
    lines: open,
    custodians: [...custodians.values()],
    stock,
    excluded,
    onlySimulated: order.isTest,
  })
  return { route, lines: open, custodians }
}
