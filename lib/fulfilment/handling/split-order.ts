import type { LinePieces } from '../../../schemas/fulfilment/fulfilment-order.ts'
import type { App } from '../../platform/app/app.ts'
import { move } from '../../platform/moves.ts'
import { invalid, Problem } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { createOrder } from '../orders/add-order.ts'
import { writeOrder } from '../orders/change-order.ts'
import { followOrders } from '../orders/follow-orders.ts'
import {
  buildReference,
  countOpenPieces,
  FULFILMENT_ORDER_MOVES,
  type StoredFulfilmentOrder,
} from '../orders/fulfilment-order.ts'
import { fulfilmentOrders } from '../orders/fulfilment-order-store.ts'
import { divideLines } from '../orders/lines.ts'
import { checkUnsent } from './hold-order.ts'
import { readPieces } from './read-pieces.ts'

/** Throws if stock is still being reserved for the order, which would miss what is moved meanwhile. */
export const checkReserved = ({ isReserving }: StoredFulfilmentOrder): void => {
  if (isReserving)
    throw new Problem('OPERATION_NOT_ALLOWED', 'Stock is still being reserved for the order. Try again in a moment.')
}

/** Moves pieces of an order, with their reservations, to a new order of the same custodian. */
export const splitOrder = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  id: string,
  given: readonly LinePieces[],
): Promise<StoredFulfilmentOrder> => {
  const order = await unit.load(fulfilmentOrders, id)
  move(FULFILMENT_ORDER_MOVES, 'fulfilment order', order.status, 'close')
  checkUnsent(order, 'split')
  checkReserved(order)
  const pieces = readPieces(order.lines, given)
  const { kept, moved } = divideLines(order.lines, pieces, () => unit.newId())
  if (!countOpenPieces({ lines: kept }))
    throw invalid({ propertyPath: 'lines', message: 'must leave at least one piece in the order' })
  const after = await writeOrder(app, unit, order, { fields: { lines: kept } })
  const { rev: _rev, createdAt: _createdAt, updatedAt: _updatedAt, ...fields } = order
  const newId = unit.newId()
  const created = await createOrder(app, unit, {
    ...fields,
    id: newId,
    reference: buildReference(newId),
    lines: moved,
    request: 'unsent',
    requestMessage: null,
    warnings: [],
    remoteId: null,
    pendingStock: [],
    parcels: [],
    mismatch: null,
    firstFulfilmentId: null,
    failures: 0,
    incidentId: null,
  })
  await followOrders(
    app.db,
    unit,
    [
      { before: order, after },
      { before: undefined, after: created },
    ],
    {},
  )
  return created
}
