import type { ReceiveReturnInput, ReturnLine } from '../../../schemas/fulfilment/return.ts'
import { checkRoom } from '../../inventory/pieces/check-room.ts'
import { readSerialUnitIds } from '../../inventory/pieces/read-serial-units.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { invalid, Problem, type Violation } from '../../platform/problem.ts'
import { findAll } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { getActorType } from '../../platform/store/unit-scope.ts'
import { fulfilmentOrders } from '../orders/fulfilment-order-store.ts'
import { listUnitsOut, namePieces } from '../returned-pieces/name-pieces.ts'
import { countReceivable, getReturned, type ReturnedByLine, receivePieces } from '../returned-pieces/returned-pieces.ts'
import { buildReturnEvent, COUNTED_AS, listOrderedLines, moveReturn, type StoredReturn } from './return.ts'
import {
  loadReturn,
  putReturnedPieces,
  readReturnedPieces,
  returns,
  type StoredReturnedPieces,
} from './return-store.ts'
import { findLeft, type TakenBack, takeBackPieces } from './take-back-pieces.ts'

/** A line of the receipt, with its index there and the ids of the serial units that it names. */
type Received = ReceiveReturnInput['lines'][number] & { index: number; serials?: readonly (Id | undefined)[] }

const MAX_RECEIPTS = 50

const addReceived = (line: ReturnLine, received: readonly Received[]): ReturnLine => {
  const after = { ...line }
  for (const { quantity, disposition } of received) {
    after.received += quantity
    after[COUNTED_AS[disposition]] += quantity
  }
  return after
}

const sumQuantities = (received: readonly Received[]) => received.reduce((sum, { quantity }) => sum + quantity, 0)

const findUnknownLines = (given: ReceiveReturnInput['lines'], lines: readonly ReturnLine[]): Violation[] =>
  given.flatMap(({ lineId }, i) =>
    lines.some(({ id }) => id === lineId)
      ? []
      : [{ propertyPath: `lines[${i}].lineId`, message: 'must be the id of a line of the return' }],
  )

/** Finds the serial units that the lines name, by number; unknown ones are undefined. */
const readSerials = async (
  db: Table,
  tenant: Id,
  given: ReceiveReturnInput['lines'],
  lines: readonly ReturnLine[],
): Promise<Received[]> =>
  await Promise.all(
    given.map(async (line, index) => {
      const variantId = lines.find(({ id }) => id === line.lineId)?.variantId
      if (!line.serialNumbers || !variantId) return { ...line, index }
      const ids = await readSerialUnitIds(db, tenant, variantId, line.serialNumbers)
      return { ...line, index, serials: line.serialNumbers.map((number) => ids.get(number)) }
    }),
  )

/** Explains named serial units that cannot come back, since they are not out with the line or are named twice. */
const findSerialViolations = (parts: readonly Received[], out: readonly Id[]): Violation[] => {
  const left = new Set(out)
  return parts.flatMap(({ index, quantity, serials }): Violation[] => {
    if (!serials) return []
    const path = `lines[${index}].serialNumbers`
    const isWrong = (id: Id | undefined) => id === undefined || !left.delete(id)
    return [
      ...(serials.length === quantity ? [] : [{ propertyPath: path, message: `must have ${quantity} serial numbers` }]),
      ...serials.flatMap((id, k) =>
        isWrong(id)
          ? [
              {
                propertyPath: `${path}[${k}]`,
                message: 'must be the number of a serial unit that left with this line and is not back yet, named once',
              },
            ]
          : [],
      ),
    ]
  })
}

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
  const touched = listOrderedLines(lines).filter(({ id }) => byLine.has(id))
  const orderIds = [...new Set(touched.map(({ fulfilmentOrderId }) => fulfilmentOrderId))]
  const [orders, stored, left] = await Promise.all([
    findAll(db, fulfilmentOrders, unit.tenant, orderIds),
    readReturnedPieces(db, unit.tenant, orderIds),
    findLeft(db, unit.tenant, orderIds),
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
      const [known, away] = [getReturned(pieces, handedOver.id), left.get(handedOver.id) ?? null]
      violations.push(...findSerialViolations(parts, listUnitsOut(away, known)))
      const units = parts.map((part) => ({ ...part, serials: part.serials?.flatMap((id) => id ?? []) }))
      const named = namePieces(away, known, units)
      taken.push({
        line,
        parts: parts.map(({ quantity, disposition }, i) => ({ quantity, disposition, ...named[i] })),
      })
      const serials = named.flatMap((each) => each.serials ?? [])
      pieces = receivePieces(pieces, line, quantity, serials)
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
  if (before.isUnannounced && !before.lines.every(({ fulfilmentOrderId }) => fulfilmentOrderId))
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      'Nobody knows the order of the return yet. Join it to its order first, or receive another parcel.',
    )
  if (before.receipts.length >= MAX_RECEIPTS)
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      `The return has ${MAX_RECEIPTS} receipts, which is the most it can have.`,
    )
  const at = receivedAt ? new Date(receivedAt) : unit.now
  const violations = findUnknownLines(given, before.lines)
  if (at > unit.now) violations.push({ propertyPath: 'receivedAt', message: 'must not be in the future' })
  if (violations.length) throw invalid(...violations)
  const byLine = Map.groupBy(await readSerials(db, unit.tenant, given, before.lines), ({ lineId }) => lineId)
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
  checkRoom(unit)
  return after
}
