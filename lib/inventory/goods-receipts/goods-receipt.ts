import type { GoodsReceipt, GoodsReceiptState, ReceivedLine } from '../../../schemas/inventory/goods-receipt.ts'
import type { Id } from '../../platform/id.ts'
import { findInvisible } from '../../platform/identifiers/find-invisible.ts'
import { foldPieceNumber } from '../../platform/identifiers/piece-number.ts'
import type { Moves } from '../../platform/moves.ts'
import type { Violation } from '../../platform/problem.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'

interface StoredReceiptLine {
  variantId: Id
  expected: number
  received: number
}

export interface StoredGoodsReceipt extends Omit<GoodsReceipt, keyof Stored | 'lines'>, Stored {
  lines: readonly StoredReceiptLine[]
}

export const GOODS_RECEIPT_MOVES = {
  receive: { from: ['expected', 'receiving'], to: 'receiving' },
  close: { from: ['expected', 'receiving'], to: 'closed' },
  cancel: { from: ['expected'], to: 'cancelled' },
} as const satisfies Moves<GoodsReceiptState, string>

/** Returns true if the custodian's system is to hear of the goods and has not. */
export const isAnnounceable = ({ status, remoteId }: Pick<StoredGoodsReceipt, 'status' | 'remoteId'>): boolean =>
  remoteId === null && (status === 'expected' || status === 'receiving')

export const goodsReceiptUri = (id: Id) => `commerce:///inventory/goods-receipts/${id}`

export const presentGoodsReceipt = (receipt: StoredGoodsReceipt) => ({
  ...receipt,
  lines: receipt.lines.map((line) => ({
    ...line,
    short: Math.max(0, line.expected - line.received),
    over: Math.max(0, line.received - line.expected),
  })),
})

/** Lines that name the variant of an earlier line. */
export const findRepeatedVariants = (lines: readonly { variantId: Id }[]): Violation[] => {
  const seen = new Set<Id>()
  return lines.flatMap(({ variantId }, i) => {
    const isRepeated = seen.has(variantId)
    seen.add(variantId)
    return isRepeated ? [{ propertyPath: `lines[${i}].variantId`, message: 'must not be repeated' }] : []
  })
}

/** Returns what contradicts the receipt, or itself, in the lines that arrived. */
export const findReceivedViolations = (
  receipt: Pick<StoredGoodsReceipt, 'lines'>,
  lines: readonly ReceivedLine[],
): Violation[] => [
  ...findRepeatedVariants(lines),
  ...lines.flatMap(({ variantId, quantity, lots, serialNumbers }, i): Violation[] => {
    const at = `lines[${i}]`
    const ofLots = lots?.reduce((sum, lot) => sum + lot.quantity, 0)
    return [
      ...(receipt.lines.some((line) => line.variantId === variantId)
        ? []
        : [{ propertyPath: `${at}.variantId`, message: 'must be the variant of a line of the goods receipt' }]),
      ...(ofLots === undefined || ofLots === quantity
        ? []
        : [{ propertyPath: `${at}.lots`, message: `must have ${quantity} pieces together, not ${ofLots}` }]),
      ...(lots ?? []).flatMap(({ code }, k) => findInvisible(`${at}.lots[${k}].code`, code)),
      ...(serialNumbers ?? []).flatMap((number, k) => findInvisible(`${at}.serialNumbers[${k}]`, number)),
      ...(lots && new Set(lots.map(({ code }) => foldPieceNumber(code))).size < lots.length
        ? [{ propertyPath: `${at}.lots`, message: 'must have different codes' }]
        : []),
      ...(serialNumbers && new Set(serialNumbers.map(foldPieceNumber)).size !== quantity
        ? [{ propertyPath: `${at}.serialNumbers`, message: `must be ${quantity} different serial numbers` }]
        : []),
    ]
  }),
]
