import type { RemoteFulfilment } from '../../custodians/custodian-connector.ts'
import { foldSku, type SkuKey } from '../../platform/identifiers/sku.ts'
import type { StoredFulfilmentLine } from '../orders/fulfilment-order.ts'

/** A SKU without any space. Labels and scanners of warehouses often drop them. */
const squeeze = (sku: string): string => foldSku(sku).replaceAll(' ', '')

type Spell = (sku: string) => string

const buildSpelling = (lines: readonly Pick<StoredFulfilmentLine, 'sku'>[]): Spell => {
  const exact = new Map<SkuKey, string>()
  for (const { sku } of lines) if (!exact.has(foldSku(sku))) exact.set(foldSku(sku), sku)
  const squeezed = Map.groupBy(exact.values(), squeeze)
  return (sku) => {
    const same = squeezed.get(squeeze(sku)) ?? []
    return exact.get(foldSku(sku)) ?? (same.length === 1 ? same[0] : undefined) ?? sku
  }
}

/**
 * Spells the SKUs of a custodian as the lines do: those that differ in case or spaces only, unless two lines could be meant.
 */
export const spellAsOrdered = (
  lines: readonly Pick<StoredFulfilmentLine, 'sku'>[],
  remote: RemoteFulfilment,
): RemoteFulfilment => {
  const spell = buildSpelling(lines)
  const respell = (told: RemoteFulfilment['cancelled']) => told.map((line) => ({ ...line, sku: spell(line.sku) }))
  return {
    ...remote,
    cancelled: respell(remote.cancelled),
    parcels: remote.parcels.map((parcel) => ({ ...parcel, lines: respell(parcel.lines) })),
  }
}
