import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'

/** Tries orders again whose variants had no stock. */
export const retryIncidents = async (
  _app: Pick<App, 'db' | 'clock'>,
  _tenant: Id,
  _variantIds: readonly Id[],
): Promise<void> => {}
