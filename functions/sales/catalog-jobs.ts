import type { CatalogRunType } from '../../lib/sales/catalog-runs/catalog-run.ts'
import type { PartitionJob } from '../../lib/sales/catalog-runs/partition-job.ts'

/** Jobs by type of run, imported only when one runs. */
const JOBS: Readonly<Record<CatalogRunType, () => Promise<PartitionJob<never>>>> = {
  products: async () => (await import('../../lib/sales/catalog-import/import-catalog.ts')).importCatalog,
  products_push: async () => (await import('../../lib/sales/publish/publish-catalog.ts')).publishCatalog,
  inventory_push: async () => (await import('../../lib/sales/publish/publish-inventory.ts')).publishInventory,
  reconcile: async () => (await import('../../lib/sales/reconcile/reconcile-orders.ts')).reconcileOrders,
}

export const loadCatalogJob = async (type: CatalogRunType) => (await JOBS[type]()) as PartitionJob<unknown>
