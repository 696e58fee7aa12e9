import type { IncidentReason } from '../../../schemas/fulfilment/fulfilment-policy.ts'
import { findVariants, type VariantOfProduct } from '../../catalog/find-variants.ts'
import { findBySku } from '../../catalog/import-variant.ts'
import type { Id } from '../../platform/id.ts'
import { foldSku } from '../../platform/identifiers/sku.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { findLinkedVariants } from '../../sales/listings/find-linked-variants.ts'
import type { StoredOrder } from '../../sales/orders/order.ts'
import { countUnplanned, type OrderFulfilmentLine } from '../order-fulfilments/order-fulfilment.ts'

type Variant = VariantOfProduct['variant']

/**
 * The variants that the lines of a sales order may sell, by index of the line: one if it is certain; none if nothing is known;
 * and two if the shop's id and the SKU name different ones, that of the id first.
 */
export type SoldVariants = ReadonlyMap<number, readonly Variant[]>

/** Finds the variants that the lines sell: by the shop's id of a linked variant, and by SKU where that says nothing. */
export const findSoldVariants = async (
  db: Table,
  tenant: Id,
  { channelId, shopId, lineItems }: Pick<StoredOrder, 'channelId' | 'shopId' | 'lineItems'>,
  lines: readonly Pick<OrderFulfilmentLine, 'orderLine'>[],
): Promise<SoldVariants> => {
  const sold = lines.flatMap(({ orderLine }) => {
    const line = lineItems[orderLine]
    return line ? [{ orderLine, ...line }] : []
  })
  const [bySku, linked] = await Promise.all([
    findBySku(db, tenant, [...new Set(sold.flatMap(({ sku }) => sku ?? []))]),
    findLinkedVariants(
      db,
      tenant,
      { channelId, shopId },
      sold.flatMap(({ externalVariantId }) => externalVariantId ?? []),
    ),
  ])
  const known = new Map([...bySku.values()].map((variant) => [variant.id, variant]))
  const missing = [...new Set(linked.values())].filter((id) => !known.has(id))
  const others = missing.length ? await findVariants(db, tenant, missing) : new Map<Id, VariantOfProduct>()
  return new Map(
    sold.map(({ orderLine, externalVariantId, sku }) => {
      const linkedId = linked.get(externalVariantId ?? '')
      const byId = linkedId ? (known.get(linkedId) ?? others.get(linkedId)?.variant) : undefined
      const alike = bySku.get(foldSku(sku ?? ''))
      return [orderLine, [...new Set([byId, alike].filter((each) => each !== undefined))]]
    }),
  )
}

/** Returns the variant that a line sells; undefined unless it is certain. */
export const getSoldVariant = (sold: SoldVariants, orderLine: number): Variant | undefined => {
  const [first, second] = sold.get(orderLine) ?? []
  return second ? undefined : first
}

const MAX_SHOWN = 5

const describeLine = (sold: SoldVariants, { orderLine, sku, name, quantity }: OrderFulfilmentLine): string => {
  const [linked, alike] = sold.get(orderLine) ?? []
  if (linked && alike)
    return `The shop has sold ${name ?? 'a variant'} as ${alike.sku}, but it is linked with ${linked.sku} here`
  if (linked) return `${quantity} of ${linked.sku} is no whole number`
  return sku ? `${sku} is no SKU of the catalog` : `${name ?? 'A line'} has no SKU`
}

/** A reason why lines cannot be fulfilled, as a whole sentence without full stop. */
export interface UnknownLines {
  reason: Extract<IncidentReason, 'unknown_sku' | 'ambiguous_variant'>
  description: string
}

/** Explains which lines cannot be fulfilled because it is not certain what they sell; undefined if all can. */
export const describeUnknown = (
  lines: readonly OrderFulfilmentLine[],
  sold: SoldVariants,
): UnknownLines | undefined => {
  const unknown = lines.filter(
    (line) => countUnplanned(line) > 0 && (!getSoldVariant(sold, line.orderLine) || !Number.isInteger(line.quantity)),
  )
  if (!unknown.length) return undefined
  const isAmbiguous = unknown.some(({ orderLine }) => (sold.get(orderLine)?.length ?? 0) > 1)
  const description = unknown
    .slice(0, MAX_SHOWN)
    .map((line) => describeLine(sold, line))
    .join('; ')
  return { reason: isAmbiguous ? 'ambiguous_variant' : 'unknown_sku', description }
}
