import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import { countPiecesLeft } from './order-pieces-store.ts'

/** Counts the pieces of an order that did not fit the transaction of its change. */
export const countRestOfPieces = async (
  { db }: Pick<App, 'db'>,
  { tenant, leftId }: { tenant: Id; leftId: Id },
  now: Date,
): Promise<void> => {
  while (await runInUnit(db, { tenant, actor: null, now }, (unit) => countPiecesLeft(db, unit, leftId)));
}
