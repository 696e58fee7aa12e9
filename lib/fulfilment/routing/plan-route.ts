import type { FulfilmentRule } from '../../../schemas/fulfilment/fulfilment-policy.ts'
import { findBySku } from '../../catalog/import-variant.ts'
import { readWeight } from '../../catalog/read-weights.ts'
import { readStockOfVariants } from '../../inventory/allocations/reserve-stock.ts'
import type { App } from '../../platform/app/app.ts'
import type { RuleInput } from '../../platform/conditions/conditions.ts'
import type { Id } from '../../platform/id.ts'
import { foldSku } from '../../platform/identifiers/sku.ts'
import { findPlatformRecord, type OrderOfChannel } from '../../sales/orders/find-orders.ts'
import type { StoredCustodian } from '../../warehousing/custodian.ts'
import { findCustodians, listActiveCustodians } from '../../warehousing/require-custodian.ts'
import { countUnplanned, type OrderFulfilmentLine } from '../order-fulfilments/order-fulfilment.ts'
import { decideRoute, type OpenLine, type Route } from '../policies/decide-route.ts'

export interface PlannedLine extends OpenLine {
  name: string | null
}

export interface Plan {
  route: Route
  lines: PlannedLine[]
  custodians: ReadonlyMap<Id, StoredCustodian>
}

type Variants = Awaited<ReturnType<typeof findBySku>>

/** Adds the weights of all pieces; null if that of a variant is not known. */
const weighOrder = (lines: readonly OrderFulfilmentLine[], variants: Variants): number | null => {
  let total = 0
  for (const { sku, quantity, elsewhere } of lines) {
    if (quantity === elsewhere) continue
    const variant = variants.get(foldSku(sku ?? ''))
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

/** Explains which lines cannot be fulfilled because nothing is known about what they sell. */
export const describeUnknown = (lines: readonly OrderFulfilmentLine[], variants: Variants): string | undefined => {
  const unknown = lines.filter(
    (line) => countUnplanned(line) > 0 && (!variants.has(foldSku(line.sku ?? '')) || !Number.isInteger(line.quantity)),
  )
  if (!unknown.length) return undefined
  const shown = unknown.slice(0, 5).map(({ sku, name, quantity }) => {
    if (!sku) return `${name ?? 'A line'} has no SKU`
    return variants.has(foldSku(sku)) ? `${quantity} of ${sku} is no whole number` : `${sku} is no SKU of the catalog`
  })
  return shown.join('; ')
}

/** Decides who fulfils what nobody fulfils yet of a sales order; changes nothing. */
export const planRoute = async (
  app: Pick<App, 'db' | 'files'>,
  tenant: Id,
  found: OrderOfChannel,
  rules: readonly FulfilmentRule[],
  { lines, excluded }: { lines: readonly OrderFulfilmentLine[]; excluded: readonly Id[] },
): Promise<Plan | { unknown: string }> => {
  const { order, channel } = found
  const named = rules.flatMap(({ custodianIds }) => custodianIds ?? [])
  const skus = [...new Set(lines.flatMap(({ sku }) => sku ?? []))]
  const [variants, custodiansOfRules, active, raw] = await Promise.all([
    findBySku(app.db, tenant, skus),
    findCustodians(app.db, tenant, [...new Set(named)]),
    listActiveCustodians(app.db, tenant),
    findRecord(app, tenant, found, rules),
  ])
  const unknown = describeUnknown(lines, variants)
  if (unknown) return { unknown }
  const open = lines.flatMap((line): PlannedLine[] => {
    const variant = variants.get(foldSku(line.sku ?? ''))
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
  const weightGrams = weighOrder(lines, variants)
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
  })
  return { route, lines: open, custodians }
}
