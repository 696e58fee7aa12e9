import { scanOldestFirst } from '../../platform/store/lists/scan-oldest-first.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { Ending } from '../runs/run-failure.ts'
import type { StoredRun } from '../runs/stored-run.ts'
import { syncRuns } from '../runs/sync-store.ts'
import type { CatalogRun, ReconcileWindow } from './catalog-run.ts'

/** Earlier runs with findings that one run can end; nearly always there is none or one. */
const MAX_ENDED = 10

/** A run that mends counts as failed what it could not mend. */
const countLeft = ({ window, itemsFound, itemsFailed }: CatalogRun): number =>
  window?.applies ? itemsFailed : itemsFound

/** The window of a day leaves out a day of the one before, and takes its place all the same. */
const coversWindow = (window: ReconcileWindow, earlier: ReconcileWindow): boolean =>
  earlier.until <= window.until && (earlier.from >= window.from || Boolean(window.isDaily && earlier.isDaily))

/**
 * Decides whether a run that compared orders leaves findings behind. It ends the trouble of earlier ones of these days, since
 * what they found and this one did not is mended.
 */
export const followFindings = async (
  db: Table,
  unit: Unit,
  run: CatalogRun,
  ending: Ending,
): Promise<Partial<StoredRun>> => {
  const { channelId, type, window } = run
  if (!window || ending !== 'success') return {}
  const asked = { by: { trouble: 'differs' }, facets: { channelId, type }, limit: MAX_ENDED }
  const { items } = await scanOldestFirst(db, syncRuns, unit.tenant, asked)
  for (const earlier of items as CatalogRun[])
    if (earlier.window && coversWindow(window, earlier.window)) unit.update(syncRuns, earlier, { trouble: null })
  return countLeft(run) ? { trouble: 'differs' } : {}
}
