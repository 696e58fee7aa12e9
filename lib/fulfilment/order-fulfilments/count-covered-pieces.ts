import { NO_PIECES, type PiecesBySku, sumBySku } from '../../inventory/order-pieces/order-pieces.ts'
import type { OrderFulfilmentLine, StoredOrderFulfilment } from './order-fulfilment.ts'

/** Counts the pieces of a line that need no stock any more: they are reserved, have left, or nobody will fulfil them. */
const countCovered = ({ quantity, elsewhere, reserved, handedOver, cancelled }: OrderFulfilmentLine): number =>
  Math.max(0, Math.min(Math.ceil(quantity - elsewhere), reserved + handedOver + cancelled))

/**
 * Counts what the fulfilment of a sales order adds to the pieces of its SKUs: what it covers is promised no more. That of an
 * order that waits again or has ended covers nothing, because the order itself says then what it is promised.
 */
export const countCoveredPieces = (
  record: Pick<StoredOrderFulfilment, 'lines' | 'isCancelled'> | undefined,
): PiecesBySku =>
  sumBySku(
    (record && !record.isCancelled ? record.lines : []).flatMap((line) => {
      const covered = countCovered(line)
      const { countedAs } = line
      return countedAs && covered ? [[countedAs, { ...NO_PIECES, unreserved: -covered }] as const] : []
    }),
  )
