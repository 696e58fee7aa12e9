import type { CatalogRunType, LaneJob } from './catalog-run.ts'

/** What each type of run does, loaded where it is done. */
const JOBS: Readonly<Partial<Record<CatalogRunType, () => Promise<LaneJob<never>>>>> = {
  products: async () => (await import('./import-catalog.ts')).importCatalog,
  products_push: async () => (await import('./publish-catalog.ts')).publishCatalog,
  inventory_push: async () => (await import('./publish-inventory.ts')).publishInventory,
}

export const catalogJob = async (type: CatalogRunType): Promise<LaneJob<unknown>> => {
  const job = await JOBS[type]?.()
  if (!job) throw new Error(`nothing is known to do in a run of ${type}`)
  return job as LaneJob<unknown>
}
