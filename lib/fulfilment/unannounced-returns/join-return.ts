import type { Receipt, ReturnLine } from '../../../schemas/fulfilment/return.ts'
import { readSerialUnitIds } from '../../inventory/pieces/read-serial-units.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { foldSku, isSameSku } from '../../platform/identifiers/sku.ts'
import { orInvalid, Problem } from '../../platform/problem.ts'
import { find } from '../../platform/store/lists/list.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { fulfilmentOrders } from '../orders/fulfilment-order-store.ts'
import { type Allotted, allotPieces } from '../returned-pieces/allot-pieces.ts'
import { receivePieces } from '../returned-pieces/returned-pieces.ts'
import { COUNTED_AS, moveReturn, type OrderedLine, type StoredReturn } from '../returns/return.ts'
import { loadReturn, putReturnedPieces, readReturnedPieces, returns } from '../returns/return-store.ts'

type ReceiptLine = Receipt['lines'][number]

/** The pieces of a return by SKU, as they are looked for in an order. */
export const listWanted = ({ lines }: Pick<StoredReturn, 'lines'>) =>
  lines.map(({ sku, received, reason }) => ({ sku, quantity: received, reason }))

/** Gives a line of a receipt to the lines that its pieces were allotted to, and takes them off what these can still get. */
const divideReceiptLine = (
  part: ReceiptLine,
  sku: string,
  allotted: readonly (Allotted & { id: Id })[],
  left: Map<Id, number>,
): ReceiptLine[] => {
  const parts: ReceiptLine[] = []
  let rest = part.quantity
  for (const { id, sku: own } of allotted) {
    const quantity = isSameSku(own, sku) ? Math.min(rest, left.get(id) ?? 0) : 0
    if (!quantity) continue
    const from = part.quantity - rest
    const serialNumbers = part.serialNumbers?.slice(from, from + quantity)
    parts.push({ ...part, lineId: id, quantity, ...(serialNumbers && { serialNumbers }) })
    left.set(id, (left.get(id) ?? 0) - quantity)
    rest -= quantity
  }
  return parts
}

const countReceipts = (line: Allotted & { id: Id }, parts: readonly ReceiptLine[]): OrderedLine => {
  const counted: OrderedLine = { ...line, requested: 0 }
  for (const { quantity, disposition } of parts.filter(({ lineId }) => lineId === line.id)) {
    counted.received += quantity
    counted[COUNTED_AS[disposition]] += quantity
  }
  return counted
}

const checkUnjoined = ({ isUnannounced, lines }: StoredReturn): void => {
  if (!isUnannounced || lines.some(({ fulfilmentOrderId }) => fulfilmentOrderId !== null))
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      'The order of the return is known. Only an unannounced return is joined.',
    )
}

/**
 * Joins an unannounced return to the order that handed its pieces over. They are counted there, so that no other return takes
 * them back; the stock has them since they arrived. From then on the return is like one that was announced.
 */
export const joinReturn = async (
  { db }: Pick<App, 'db'>,
  unit: Unit,
  id: string,
  fulfilmentOrderId: string,
): Promise<StoredReturn> => {
  const before = await loadReturn(unit, id)
  const status = moveReturn(before, 'join')
  checkUnjoined(before)
  const order = orInvalid(
    await find(db, fulfilmentOrders, unit.tenant, fulfilmentOrderId),
    'fulfilmentOrderId',
    'fulfilment order',
  )
  const known = (await readReturnedPieces(db, unit.tenant, [order.id])).get(order.id)
  const allotment = allotPieces(listWanted(before), [{ order, pieces: known?.lines ?? {} }])
  if (allotment.missing.size) {
    const lacking = before.lines.flatMap(({ sku }) => {
      const quantity = allotment.missing.get(foldSku(sku))
      return quantity ? [`${quantity} × ${sku}`] : []
    })
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      `The order ${order.orderNumber} did not hand over ${lacking.join(', ')} that no return has. Cancel an open return that expects them, or choose another order.`,
    )
  }
  const allotted = allotment.lines.map((line) => ({ ...line, id: unit.newId() }))
  const left = new Map(allotted.map((line) => [line.id, line.requested]))
  const skus = new Map(before.lines.map((line: ReturnLine) => [line.id, line.sku]))
  const receipts = before.receipts.map((receipt) => ({
    ...receipt,
    lines: receipt.lines.flatMap((part) => divideReceiptLine(part, skus.get(part.lineId) ?? '', allotted, left)),
  }))
  const parts = receipts.flatMap(({ lines }) => lines)
  const lines = allotted.map((line) => countReceipts(line, parts))
  let pieces = known?.lines ?? {}
  for (const line of lines) {
    const numbers = parts.filter(({ lineId }) => lineId === line.id).flatMap(({ serialNumbers }) => serialNumbers ?? [])
    const ids = numbers.length ? await readSerialUnitIds(db, unit.tenant, line.variantId, numbers) : undefined
    pieces = receivePieces(pieces, { ...line, received: 0 }, line.received, [...(ids?.values() ?? [])])
  }
  // A hand-off that is reversed meanwhile takes its pieces away.
  unit.require(fulfilmentOrders, order)
  putReturnedPieces(unit, order.id, known, pieces)
  const { salesOrderId, orderNumber, channelId } = order
  const after = unit.update(returns, before, { status, salesOrderId, orderNumber, channelId, lines, receipts })
  // The partner whose goods they are is known from now on.
  unit.schedule('billing.tariffs.charge-return', { tenant: unit.tenant, returnId: after.id })
  return after
}
