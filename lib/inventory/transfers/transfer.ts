import type { ReceiveTransferInput, StockTransfer, TransferState } from '../../../schemas/inventory/stock-transfer.ts'
import type { Day } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import type { Moves } from '../../platform/moves.ts'
import type { Violation } from '../../platform/problem.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'

/** Pieces of a lot that left one custodian and have not arrived at the other. */
export interface LotInTransit {
  code: string
  expiresOn: Day | null
  quantity: number
}

export interface StoredTransferLine {
  variantId: Id
  quantity: number
  shipped: number
  received: number
  lost: number
  /** Lots in transit, of a line that is tracked by lot. */
  lots?: readonly LotInTransit[]
  /** Serial units in transit, of a line that is tracked by serial number. */
  serials?: readonly Id[]
}

export interface StoredTransfer extends Omit<StockTransfer, keyof Stored | 'lines'>, Stored {
  lines: readonly StoredTransferLine[]
}

export const TRANSFER_MOVES = {
  ship: { from: ['draft'], to: 'in_transit' },
  receive: { from: ['in_transit'], to: 'in_transit' },
  complete: { from: ['in_transit'], to: 'completed' },
  cancel: { from: ['draft'], to: 'cancelled' },
} as const satisfies Moves<TransferState, string>

export const transferUri = (id: Id) => `commerce:///inventory/transfers/${id}`

export const countInTransit = ({ shipped, received, lost }: StoredTransferLine) => shipped - received - lost

export const presentTransfer = (transfer: StoredTransfer) => ({
  ...transfer,
  lines: transfer.lines.map(({ lots: _lots, serials: _serials, ...line }) => ({
    ...line,
    inTransit: countInTransit({ ...line }),
  })),
})

/** Returns what contradicts the transfer in the pieces that arrived or were lost. */
export const findArrivalViolations = (
  { lines }: Pick<StoredTransfer, 'lines'>,
  given: ReceiveTransferInput,
): Violation[] => [
  ...given.lines.flatMap(({ variantId, received, lost = 0 }, i): Violation[] => {
    const line = lines.find((each) => each.variantId === variantId)
    const at = `lines[${i}]`
    if (!line) return [{ propertyPath: `${at}.variantId`, message: 'must be the variant of a line of the transfer' }]
    const inTransit = countInTransit(line)
    if (received + lost > inTransit)
      return [{ propertyPath: `${at}.received`, message: `must not exceed ${inTransit} pieces together with lost` }]
    return received + lost ? [] : [{ propertyPath: `${at}.received`, message: 'must be above 0 unless lost is' }]
  }),
  ...(given.lines.some(({ lost }) => lost) && !given.reason
    ? [{ propertyPath: 'reason', message: 'must be given, because pieces were lost' }]
    : []),
]

/** Takes so many pieces from the front; lots are divided if need be. */
export const takeFromFront = (lots: readonly LotInTransit[], count: number): [LotInTransit[], LotInTransit[]] => {
  const [taken, rest]: [LotInTransit[], LotInTransit[]] = [[], []]
  let left = count
  for (const lot of lots) {
    const quantity = Math.min(left, lot.quantity)
    left -= quantity
    if (quantity) taken.push({ ...lot, quantity })
    if (quantity < lot.quantity) rest.push({ ...lot, quantity: lot.quantity - quantity })
  }
  return [taken, rest]
}
