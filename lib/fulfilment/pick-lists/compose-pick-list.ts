import type { PieceNames } from '../../inventory/pieces/describe-pieces.ts'
import type { Day } from '../../platform/calendar/day.ts'
import { foldSku } from '../../platform/identifiers/sku.ts'
import { countOpen, type StoredFulfilmentLine, type StoredFulfilmentOrder } from '../orders/fulfilment-order.ts'

/** Pieces of one order that are picked from one place. */
export interface PickedShare {
  orderNumber: string
  quantity: number
  serialNumbers: string[]
}

/** Pieces of one SKU and lot; `lot` is null for pieces that are not told apart by lots. */
export interface PickRow {
  sku: string
  name: string | null
  lot: string | null
  useBy: Day | null
  quantity: number
  shares: PickedShare[]
}

type Picked = Pick<StoredFulfilmentOrder, 'orderNumber' | 'lines'>

interface Share extends PickedShare {
  lot: string | null
  useBy: Day | null
}

/** Lists the open pieces of a line by lot; pieces that no lot is known of come last. */
const listShares = (orderNumber: string, line: StoredFulfilmentLine, names: PieceNames): Share[] => {
  const { lots = [], serials = [] } = line.allocation ?? {}
  const open = countOpen(line)
  const serialNumbers = serials.slice(0, open).flatMap((id) => names.serialNumbers.get(id) ?? [])
  const shares: Share[] = []
  let left = open
  for (const { lotId, quantity } of lots) {
    const lot = names.lots.get(lotId)
    const taken = Math.min(left, quantity)
    if (!lot || !taken) continue
    shares.push({ orderNumber, quantity: taken, serialNumbers: [], lot: lot.code, useBy: lot.expiresOn })
    left -= taken
  }
  if (left) shares.push({ orderNumber, quantity: left, serialNumbers, lot: null, useBy: null })
  return shares
}

const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Lines without a last day, or without a lot, come last. */
const compareRows = (a: PickRow, b: PickRow) =>
  compareTexts(a.sku, b.sku) ||
  Number(a.lot === null) - Number(b.lot === null) ||
  compareTexts(a.useBy ?? '~', b.useBy ?? '~') ||
  compareTexts(a.lot ?? '', b.lot ?? '')

const addShare = (shares: PickedShare[], { orderNumber, quantity, serialNumbers }: Share): void => {
  const known = shares.find((each) => each.orderNumber === orderNumber)
  if (!known) shares.push({ orderNumber, quantity, serialNumbers: [...serialNumbers] })
  else {
    known.quantity += quantity
    known.serialNumbers.push(...serialNumbers)
  }
}

/** Adds up the open pieces of orders by SKU and lot, sorted by SKU, last day and lot; serial numbers are sorted too. */
export const composePickList = (orders: readonly Picked[], names: PieceNames): PickRow[] => {
  const rows = new Map<string, PickRow>()
  for (const { orderNumber, lines } of orders)
    for (const line of lines)
      for (const share of listShares(orderNumber, line, names)) {
        const { lot, useBy, quantity } = share
        const key = JSON.stringify([foldSku(line.sku), lot, useBy])
        const row = rows.get(key) ?? { sku: line.sku, name: line.name, lot, useBy, quantity: 0, shares: [] }
        row.quantity += quantity
        addShare(row.shares, share)
        rows.set(key, row)
      }
  for (const { shares } of rows.values()) for (const { serialNumbers } of shares) serialNumbers.sort(compareTexts)
  return [...rows.values()].sort(compareRows)
}
