import type { AuthorizeReturnInput } from '../../../schemas/fulfilment/return.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { find } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { requireCustodian } from '../../warehousing/require-custodian.ts'
import { fulfilmentOrders } from '../orders/fulfilment-order-store.ts'
import { forgetPieces } from '../returned-pieces/returned-pieces.ts'
import { buildReturnEvent, listOrderedLines, moveReturn, type StoredReturn } from './return.ts'
import { loadReturn, putReturnedPieces, readReturnedPieces, returns } from './return-store.ts'

/** Ends what an open return expects, so that its pieces can be in another return. */
export const forgetExpected = async (db: Table, unit: Unit, { lines }: StoredReturn): Promise<void> => {
  const byOrder = Map.groupBy(listOrderedLines(lines), ({ fulfilmentOrderId }) => fulfilmentOrderId)
  const stored = await readReturnedPieces(db, unit.tenant, [...byOrder.keys()])
  for (const [id, own] of byOrder) {
    const before = stored.get(id)
    if (before) putReturnedPieces(unit, id, before, forgetPieces(before.lines, own))
  }
}

const findOrigin = async (db: Table, tenant: Id, { lines }: StoredReturn): Promise<Id | undefined> =>
  (await find(db, fulfilmentOrders, tenant, lines[0]?.fulfilmentOrderId ?? ''))?.custodianId

/** Authorizes a return and says where to send the goods: by default to where the first of them came from. */
export const authorizeReturn = async (
  { db }: Pick<App, 'db'>,
  unit: Unit,
  id: string,
  given: AuthorizeReturnInput,
): Promise<StoredReturn> => {
  const before = await loadReturn(unit, id)
  const status = moveReturn(before, 'authorize')
  const custodianId = given.custodianId ?? (await findOrigin(db, unit.tenant, before)) ?? ''
  const custodian = await requireCustodian(db, unit.tenant, custodianId, 'custodianId')
  const after = unit.update(returns, before, {
    status,
    custodianId: custodian.id,
    custodianName: custodian.name,
    carrier: given.carrier ?? null,
    trackingNumber: given.trackingNumber ?? null,
    labelUrl: given.labelUrl ?? null,
    authorizedAt: unit.now.toISOString(),
  })
  unit.emit('fulfilment.return.authorized', buildReturnEvent(after))
  return after
}

export const rejectReturn = async (
  { db }: Pick<App, 'db'>,
  unit: Unit,
  id: string,
  reason: string,
): Promise<StoredReturn> => {
  const before = await loadReturn(unit, id)
  const status = moveReturn(before, 'reject')
  await forgetExpected(db, unit, before)
  const after = unit.update(returns, before, {
    status,
    rejectionReason: reason,
    rejectedAt: unit.now.toISOString(),
  })
  const { subject, data } = buildReturnEvent(after)
  unit.emit('fulfilment.return.rejected', { subject, data: { ...data, reason } })
  return after
}

/** Cancels a return of which nothing came back. */
export const cancelReturn = async ({ db }: Pick<App, 'db'>, unit: Unit, id: string): Promise<StoredReturn> => {
  const before = await loadReturn(unit, id)
  const status = moveReturn(before, 'cancel')
  await forgetExpected(db, unit, before)
  return unit.update(returns, before, { status, cancelledAt: unit.now.toISOString() })
}
