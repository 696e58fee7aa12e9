import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'

/** Plans orders again that waited for stock of these variants. */
export const retryIncidents = async (
  _app: Pick<App, 'db'>,
  _tenant: Id,
  _variantIds: readonly Id[],
): Promise<void> => {}
