import { findVariants } from '../../catalog/find-variants.ts'
import type { Id } from '../../platform/id.ts'
import { foldSku } from '../../platform/identifiers/sku.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { findLinkedVariants } from '../listings/find-linked-variants.ts'
import type { StoredOrder } from '../orders/order.ts'

type Lines = readonly Pick<StoredOrder['lineItems'][number], 'externalVariantId' | 'sku'>[]

/** Finds the SKUs of our variants that are linked with the shop's, by the shop's id. */
export const findLinkedSkus = async (
  db: Table,
  tenant: Id,
  { id, shopId }: Pick<StoredChannel, 'id' | 'shopId'>,
  lines: Lines,
): Promise<ReadonlyMap<string, string>> => {
  const ids = lines.flatMap(({ externalVariantId }) => externalVariantId ?? [])
  const linked = await findLinkedVariants(db, tenant, { channelId: id, shopId }, ids)
  const variants = await findVariants(db, tenant, [...new Set(linked.values())])
  return new Map(
    [...linked].flatMap(([externalId, variantId]) => {
      const sku = variants.get(variantId)?.variant.sku
      return sku === undefined ? [] : [[externalId, sku] as const]
    }),
  )
}

/** Returns the SKUs under which the pieces of lines count that the shop calls otherwise, by the shop's id of the variant. */
export const findSoldAs = (lines: Lines, linked: ReadonlyMap<string, string>): StoredOrder['soldAs'] =>
  Object.fromEntries(
    lines.flatMap(({ externalVariantId, sku }) => {
      const own = linked.get(externalVariantId ?? '')
      const isOther = own !== undefined && foldSku(own) !== foldSku(sku ?? '')
      return externalVariantId && isOther ? [[externalVariantId, foldSku(own)]] : []
    }),
  )
