import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'

/** Makes the charges of a hand-off. */
export const chargeFulfilment = async (
  _app: Pick<App, 'db'>,
  _data: { tenant: Id; fulfilmentId: Id },
  _now: Date,
): Promise<void> => {}
