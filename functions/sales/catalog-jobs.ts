import type { CatalogRunType, LaneJob } from '../../lib/sales/catalog-runs/catalog-run.ts'

/** Jobs by type of run, imported only when one runs. */
const JOBS: Readonly<Record<CatalogRunType, () => Promise<LaneJob<never>>>> = {
  products: async () => (await import('../../lib/sales/catalog-import/import-catalog.ts')).importCatalog,
  products_push: async () => (await import('../../lib/sales/publish/publish-catalog.ts')).publishCatalog,
  inventory_push: async () => (await import('../../lib/sales/publish/publish-inventory.ts')).publishInventory,
}

export const loadCatalogJob = async (type: CatalogRunType) => (await JOBS[type]()) as LaneJob<unknown>
