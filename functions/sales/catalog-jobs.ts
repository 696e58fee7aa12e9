import type { CatalogRunType, LaneJob } from '../../lib/sales/catalog-runs/catalog-run.ts'

/** What each type of run does, loaded where it is done. */
const JOBS: Readonly<Record<CatalogRunType, () => Promise<LaneJob<never>>>> = {
  products: async () => (await import('../../lib/sales/catalog-import/import-catalog.ts')).importCatalog,
  products_push: async () => (await import('../../lib/sales/publish/publish-catalog.ts')).publishCatalog,
  inventory_push: async () => (await import('../../lib/sales/publish/publish-inventory.ts')).publishInventory,
}

export const loadCatalogJob = async (type: CatalogRunType) => (await JOBS[type]()) as LaneJob<unknown>
