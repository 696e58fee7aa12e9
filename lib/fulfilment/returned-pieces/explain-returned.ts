import type { StoredFulfilment } from '../fulfilments/fulfilment-store.ts'
import type { StoredFulfilmentLine } from '../orders/fulfilment-order.ts'
import { getReturned, type ReturnedByLine, type ReturnedPieces } from './returned-pieces.ts'

type HandOff = Pick<StoredFulfilment, 'id' | 'lines'>
type HandOffLine = HandOff['lines'][number]

/** Returns whether pieces of a line came back: serial units are known, of all other pieces those that left first. */
const isBack = ({ allocation }: HandOffLine, { received, serials }: ReturnedPieces, leftBefore: number): boolean =>
  serials && allocation?.serials ? allocation.serials.some((id) => serials.includes(id)) : leftBefore < received

const countLeftBefore = (handOffs: readonly HandOff[], { id }: HandOff, lineId: string): number => {
  const earlier = handOffs.slice(
    0,
    handOffs.findIndex((each) => each.id === id),
  )
  const own = earlier.flatMap(({ lines }) => lines).filter(({ orderLineId }) => orderLineId === lineId)
  return own.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Explains why a hand-off cannot be reversed: its pieces came back, or open returns expect them. */
export const explainReturned = (
  lines: readonly Pick<StoredFulfilmentLine, 'id' | 'handedOver'>[],
  /** Hand-offs of the order that are not reversed, oldest first. */
  handOffs: readonly HandOff[],
  reversed: HandOff,
  returned: ReturnedByLine,
): string[] =>
  reversed.lines.flatMap((line) => {
    const pieces = getReturned(returned, line.orderLineId)
    const handedOver = lines.find(({ id }) => id === line.orderLineId)?.handedOver ?? 0
    if (isBack(line, pieces, countLeftBefore(handOffs, reversed, line.orderLineId)))
      return [`Pieces of ${line.sku} in the hand-off came back with a return.`]
    if (handedOver - line.quantity < pieces.received + pieces.promised)
      return [`An open return expects pieces of ${line.sku} in the hand-off. Cancel it first.`]
    return []
  })
