import type { Order } from '../../../schemas/sales/order.ts'
import { foldSku } from '../../platform/identifiers/sku.ts'
import { sumAmounts } from '../../platform/money/amounts.ts'
import type { LineAsRead, PartsAsRead, RefundAsRead } from './read-parts.ts'

type Line = Order['lineItems'][number]

/** The parts of an order as they are stored: those of its latest version, and what that has no longer. */
export interface Parts
  extends Omit<PartsAsRead, 'lineItems' | 'refunds'>,
    Pick<Order, 'lineItems' | 'refunds' | 'adjustment' | 'refundedAmount' | 'keptAmount'> {}

const identifyLine = ({ externalLineId, kind, sku, name }: Pick<Line, 'externalLineId' | 'kind' | 'sku' | 'name'>) =>
  externalLineId === null ? JSON.stringify([kind, sku === null ? name : foldSku(sku)]) : `#${externalLineId}`

const completeLine = (read: LineAsRead, id: string, before: Line | undefined): Line => {
  const { externalLineId, kind, externalVariantId, sku, name, quantity, orderedQuantity: told, ...rest } = read
  const orderedQuantity = told ?? Math.max(before?.orderedQuantity ?? 0, quantity)
  const cancelledQuantity = orderedQuantity - quantity
  const identity = { id, externalLineId, kind, externalVariantId, sku, name }
  const { removedAfterLeavingQuantity = 0 } = before ?? {}
  return { ...identity, quantity, orderedQuantity, cancelledQuantity, removedAfterLeavingQuantity, ...rest }
}

const removeLine = (line: Line): Line => ({
  ...line,
  quantity: 0,
  cancelledQuantity: line.orderedQuantity,
  refundedQuantity: 0,
  fulfilledElsewhereQuantity: 0,
  onHoldQuantity: 0,
  total: line.total === null ? null : 0,
  discountAmount: 0,
  taxes: line.taxes && [],
})

/**
 * Finds the lines of a version among those of the order: by their id in the shop, or else by kind and SKU or name. A line keeps
 * its id and its place; one that the version no longer has stays with no pieces, and new ones come last.
 */
const mergeLines = (before: readonly Line[], read: readonly LineAsRead[]): Line[] => {
  const unmatched = Map.groupBy(read, identifyLine)
  const known = before.map((line) => {
    const found = unmatched.get(identifyLine(line))?.shift()
    return found ? completeLine(found, line.id, line) : removeLine(line)
  })
  const left = new Set([...unmatched.values()].flat())
  const added = read.filter((line) => left.has(line))
  return [...known, ...added.map((line, i) => completeLine(line, String(known.length + i + 1), undefined))]
}

const findAdjustment = (
  total: number,
  { lineItems, shippingLines }: Pick<Order, 'lineItems' | 'shippingLines'>,
): Order['adjustment'] => {
  const parts = [...lineItems.map((line) => line.total), ...shippingLines.map((line) => line.total)]
  if (!parts.length) return null
  const amount = sumAmounts([total, ...parts.map((part) => -(part ?? 0))])
  if (amount === 0) return null
  const isRounding = Math.abs(amount) <= parts.length && !parts.includes(null)
  return { amount, reason: isRounding ? 'rounding' : 'unexplained' }
}

/** Computes what the seller keeps of the total: refunds of pieces that it no longer contains do not lower it again. */
const computeKept = (total: number, refunds: readonly RefundAsRead[]): number => {
  const removed = refunds.flatMap(({ lines }) => lines.flatMap(({ amount, isRemoved }) => (isRemoved ? amount : [])))
  return Math.max(0, sumAmounts([total, ...refunds.map(({ amount }) => -amount), ...removed]))
}

/** Completes the parts of a version by the lines that the order had before. */
export const completeParts = (total: number, read: PartsAsRead, before: readonly Line[] = []): Parts => {
  const { lineItems: lines, refunds, ...rest } = read
  const lineItems = mergeLines(before, lines)
  const idOf = new Map(lineItems.flatMap(({ externalLineId, id }) => (externalLineId ? [[externalLineId, id]] : [])))
  return {
    ...rest,
    lineItems,
    adjustment: findAdjustment(total, { lineItems, shippingLines: rest.shippingLines }),
    refunds: refunds.map((refund) => ({
      ...refund,
      lines: refund.lines.map(({ externalLineId, ...line }) => ({
        lineId: (externalLineId && idOf.get(externalLineId)) || null,
        ...line,
      })),
    })),
    refundedAmount: sumAmounts(refunds.map(({ amount }) => amount)),
    keptAmount: computeKept(total, refunds),
  }
}
