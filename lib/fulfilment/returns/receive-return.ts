import type { Disposition, ReceiveReturnInput, ReturnLine } from '../../../schemas/fulfilment/return.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { invalid, Problem, type Violation } from '../../platform/problem.ts'
import { findAll } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { getActorType } from '../../platform/store/unit-scope.ts'
import { fulfilmentOrders } from '../orders/fulfilment-order-store.ts'
import { buildReturnEvent, moveReturn, type StoredReturn } from './return.ts'
import {
  loadReturn,
  putReturnedPieces,
  readReturnedPieces,
  returns,
  type StoredReturnedPieces,
} from './return-store.ts'
import { countReceivable, type ReturnedByLine, receivePieces } from './returned-pieces.ts'
import { type TakenBack, takeBackPieces } from './take-back-pieces.ts'

type Received = ReceiveReturnInput['lines'][number]

const MAX_RECEIPTS = 50

const COUNTED_AS: Record<Disposition, 'restocked' | 'quarantined' | 'writtenOff'> = {
  restock: 'restocked',
  quarantine: 'quarantined',
  write_off: 'writtenOff',
}

const addReceived = (line: ReturnLine, received: readonly Received[]): ReturnLine => {
  const after = { ...line }
  for (const { quantity, disposition } of received) {
    after.received += quantity
    after[COUNTED_AS[disposition]] += quantity
  }
  return after
}

const sumQuantities = (received: readonly Received[]) => received.reduce((sum, { quantity }) => sum + quantity, 0)

const findUnknownLines = (given: readonly Received[], lines: readonly ReturnLine[]): Violation[] =>
  given.flatMap(({ lineId }, i) =>
    lines.some(({ id }) => id === lineId)
      ? []
      : [{ propertyPath: `lines[${i}].lineId`, message: 'must be the id of a line of the return' }],
  )

/**
 * Counts the pieces at their fulfilment orders. No line takes back more than it handed over, whichever returns the pieces
 * came with, so nothing gets on the shelf twice.
 */
const countReceived = async (
  db: Table,
  unit: Unit,
  lines: readonly ReturnLine[],
  byLine: ReadonlyMap<Id, readonly Received[]>,
): Promise<{ violations: Violation[]; taken: TakenBack[] }> => {
  const touched = lines.filter(({ id }) => byLine.has(id))
  const orderIds = [...new Set(touched.map(({ fulfilmentOrderId }) => fulfilmentOrderId))]
  const [orders, stored] = await Promise.all([
    findAll(db, fulfilmentOrders, unit.tenant, orderIds),
    readReturnedPieces(db, unit.tenant, orderIds),
  ])
  const violations: Violation[] = []
  const taken: TakenBack[] = []
  for (const order of orders) {
    const before: StoredReturnedPieces | undefined = stored.get(order.id)
    let pieces: ReturnedByLine = before?.lines ?? {}
    for (const line of touched) {
      const handedOver = order.lines.find(({ id }) => id === line.fulfilmentOrderLineId)
      if (line.fulfilmentOrderId !== order.id || !handedOver) continue
      const parts = byLine.get(line.id) ?? []
      const quantity = sumQuantities(parts)
      const most = countReceivable(handedOver, pieces)
      if (quantity > most)
        violations.push({
          propertyPath: 'lines',
          message: `must have at most ${most} pieces of ${line.sku}: no more were handed over and are not back yet`,
        })
      taken.push({ line, before: pieces[handedOver.id]?.received ?? 0, parts })
      pieces = receivePieces(pieces, line, quantity)
    }
    unit.require(fulfilmentOrders, order)
    putReturnedPieces(unit, order.id, before, pieces)
  }
  return { violations, taken }
}

/** Receives pieces of a return; a return may be received in several parts. Its money is decided when it is resolved. */
export const receiveReturn = async (
  { db }: Pick<App, 'db'>,
  unit: Unit,
  id: string,
  { receivedAt, note = null, lines: given }: ReceiveReturnInput,
): Promise<StoredReturn> => {
  const before = await loadReturn(unit, id)
  const status = moveReturn(before, 'receive')
  if (before.receipts.length >= MAX_RECEIPTS)
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      `The return has ${MAX_RECEIPTS} receipts, which is the most it can have.`,
    )
  const at = receivedAt ? new Date(receivedAt) : unit.now
  const violations = findUnknownLines(given, before.lines)
  if (at > unit.now) violations.push({ propertyPath: 'receivedAt', message: 'must not be in the future' })
  if (violations.length) throw invalid(...violations)
  const byLine = Map.groupBy(given, ({ lineId }) => lineId)
  const counted = await countReceived(db, unit, before.lines, byLine)
  if (counted.violations.length) throw invalid(...counted.violations)
  await takeBackPieces(db, unit, before, counted.taken)
  const receipt = {
    id: unit.newId(),
    receivedAt: at.toISOString(),
    actorId: unit.actor,
    actorType: getActorType(unit),
    note,
    lines: given,
  }
  const after = unit.update(returns, before, {
    status,
    lines: before.lines.map((line) => addReceived(line, byLine.get(line.id) ?? [])),
    receipts: [...before.receipts, receipt],
    receivedAt: before.receivedAt ?? receipt.receivedAt,
  })
  if (before.status !== 'received') {
    const { subject, data } = buildReturnEvent(after)
    const { custodianName } = after
    unit.emit('fulfilment.return.received', { subject, data: { ...data, custodianName } })
    unit.schedule('billing.tariffs.charge-return', { tenant: unit.tenant, returnId: after.id })
  }
  return after
}
