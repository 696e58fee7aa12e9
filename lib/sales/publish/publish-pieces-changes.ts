import { findVariantIdsBySku } from '../../catalog/find-variant-ids-by-sku.ts'
import { type PiecesChange, settlePiecesChanges } from '../../inventory/order-pieces/pieces-changes.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { publishStockChanges } from './publish-stock-changes.ts'

/** Variants that are compared with the shops together, at most as many as a run names. */
const MAX_CHANGES = 200

/**
 * Publishes the stock of SKUs of which orders were promised pieces, or gave some back, although the stock did not change.
 * Returns the number of runs.
 */
export const publishPiecesChanges = async (
  app: Pick<App, 'db' | 'clock'>,
  tenant: Id,
  changes: readonly PiecesChange[],
): Promise<number> => {
  let runs = 0
  for (let from = 0; from < changes.length; from += MAX_CHANGES) {
    const some = changes.slice(from, from + MAX_CHANGES)
    const skus = some.map(({ sku }) => sku)
    const variantIds = [...(await findVariantIdsBySku(app.db, tenant, skus)).values()]
    if (variantIds.length) runs += await publishStockChanges(app, tenant, variantIds)
    // A change that was followed by another one meanwhile stays for the next run.
    await settlePiecesChanges(app.db, some)
  }
  return runs
}
