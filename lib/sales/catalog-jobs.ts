import type { CatalogRunType, LaneJob } from './catalog-run.ts'

/** What each type of run does, loaded where it is done. */
const JOBS: Readonly<Partial<Record<CatalogRunType, () => Promise<LaneJob<never>>>>> = {
  products_push: async () => (await import('./publish-catalog.ts')).publishCatalog,
}

export const catalogJob = async (type: CatalogRunType): Promise<LaneJob<unknown>> => {
  const job = await JOBS[type]?.()
  if (!job) throw new Error(`nothing is known to do in a run of ${type}`)
  return job as LaneJob<unknown>
}
