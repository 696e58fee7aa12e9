import { hash } from 'node:crypto'
import type { FulfilmentStatus } from '../../../schemas/fulfilment/fulfilment-status.ts'
import type { Order } from '../../../schemas/sales/order.ts'
import type { Id } from '../../platform/id.ts'
import type { SkuKey } from '../../platform/identifiers/sku.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'
import { getCountedSku } from '../../sales/orders/count-pieces.ts'
import type { StoredOrder } from '../../sales/orders/order.ts'
import { describeDelivery } from '../orders/describe-delivery.ts'
import type { StoredFulfilmentOrder } from '../orders/fulfilment-order.ts'
import { countOpen } from '../orders/fulfilment-order.ts'

/** The plan for a line of a sales order, and its progress. */
export interface OrderFulfilmentLine {
  /** Index in the sales order. */
  orderLine: number
  sku: string | null
  /** The SKU under which its pieces count, as the sales order says. */
  countedAs: SkuKey | null
  name: string | null
  quantity: number
  /** Pieces in fulfilment orders that are neither handed over nor cancelled. */
  planned: number
  /** Pieces of the planned ones for which stock is reserved. */
  reserved: number
  handedOver: number
  /** Pieces that nobody will fulfil. */
  cancelled: number
  /** Pieces that somebody else sends. */
  elsewhere: number
  /** Pieces that the shop or people hold back. */
  onHold: number
  /** Pieces that the shop took off after they had left. */
  removed: number
}

/** The fulfilment of a sales order; it has the id of that order. */
export interface StoredOrderFulfilment extends Stored {
  orderNumber: string
  channelId: Id
  channelName: string
  total: number
  currency: string
  /** True if the sales order has a seller, whose charges follow what is handed over and cancelled. */
  hasSeller: boolean
  status: FulfilmentStatus
  /** Hash of what was planned; another one tells that the shop changed the order. */
  contentHash: string
  /** Hash of where the order goes; another one tells that its address was changed. */
  placeHash: string
  lines: readonly OrderFulfilmentLine[]
  /** Number of fulfilment orders whose stock is still being reserved; none is sent before. */
  reserving: number
  /** Fulfilment orders that are sent as soon as all are reserved. */
  toDispatch: readonly Id[]
  /** Custodians that refused the order or closed it short. */
  excluded: readonly Id[]
  /** True while the unsent fulfilment orders are withdrawn, after which the order is planned again. */
  isReplanning: boolean
  /** True while the sales order is not accepted any more, so that nothing is planned. */
  isCancelled: boolean
  incidentId: Id | null
  fulfilledAt: string | null
}

type Content = Goods & Parameters<typeof describeDelivery>[0]

/** The parts of a sales order that say which pieces are sent. */
type Goods = Pick<StoredOrder, 'lineItems' | 'holdReason' | 'soldAs'>

/** Returns the pieces of a line that wait: all that we send if people hold the order, or else those that its shop holds. */
const countOnHold = ({ holdReason }: Goods, line: Order['lineItems'][number]): number =>
  holdReason === null ? line.onHoldQuantity : line.quantity - line.fulfilledElsewhereQuantity

/** Tells whether a line of a sales order is fulfilled; fees, tips, downloads and the like are not. */
export const isGoods = ({ kind }: Pick<Order['lineItems'][number], 'kind'>): boolean => kind === 'goods'

/** Hash of what a custodian is told of a sales order. */
export const hashContent = (order: Content): string => {
  const goods = order.lineItems.filter(isGoods).map((line) => {
    const { externalVariantId, sku, quantity, fulfilledElsewhereQuantity: elsewhere } = line
    return [externalVariantId, sku, getCountedSku(order, line), quantity, elsewhere, countOnHold(order, line)]
  })
  return hash('sha256', JSON.stringify([goods, describeDelivery(order)]), 'hex')
}

/** The door to which a parcel goes, whoever is to be called there. */
export const pickPlace = ({ deliveryAddress }: Pick<ReturnType<typeof describeDelivery>, 'deliveryAddress'>) =>
  deliveryAddress && { ...deliveryAddress, phone: null, email: null }

export const hashPlace = (order: Content): string =>
  hash('sha256', JSON.stringify(pickPlace(describeDelivery(order))), 'hex')

/**
 * Builds the lines of a sales order as it is now, with the progress that they had before. A line without pieces stays while
 * something of it is planned or has left.
 */
export const buildLines = (order: Goods, before: readonly OrderFulfilmentLine[] = []): OrderFulfilmentLine[] =>
  order.lineItems.flatMap((line, orderLine) => {
    const { sku, name, quantity, fulfilledElsewhereQuantity: elsewhere } = line
    const onHold = countOnHold(order, line)
    const { removedAfterLeavingQuantity: removed } = line
    const countedAs = getCountedSku(order, line)
    const known = before.find((each) => each.orderLine === orderLine)
    const { planned = 0, reserved = 0, handedOver = 0 } = known ?? {}
    // Pieces that were cancelled here are the first that the shop expects no longer.
    const cancelled = Math.min(known?.cancelled ?? 0, Math.max(0, quantity - elsewhere - planned - handedOver))
    return isGoods(line) && quantity + planned + handedOver > 0
      ? [
          {
            orderLine,
            sku,
            countedAs,
            name,
            quantity,
            planned,
            reserved,
            handedOver,
            cancelled,
            elsewhere,
            onHold,
            removed,
          },
        ]
      : []
  })

/** Returns the pieces that are neither sent, by whomever, nor cancelled. */
export const countMissing = ({ quantity, handedOver, cancelled, elsewhere }: OrderFulfilmentLine): number =>
  Math.max(0, quantity - handedOver - cancelled - elsewhere)

export const countUnplanned = (line: OrderFulfilmentLine) =>
  Math.max(0, countMissing(line) - line.onHold - line.planned)

/** Returns the pieces that are planned although they are not to be sent any more, or not yet, or others left in their place. */
export const countExcess = (line: OrderFulfilmentLine) =>
  Math.max(0, line.planned - Math.max(0, countMissing(line) - line.onHold))

/** Tells whether pieces were handed over. */
export const hasLeft = ({ lines }: Pick<StoredOrderFulfilment, 'lines'>): boolean =>
  lines.some(({ handedOver }) => handedOver > 0)

/** Tells whether other pieces were handed over or cancelled than before. */
export const hasProgressed = (
  before: readonly OrderFulfilmentLine[],
  after: readonly OrderFulfilmentLine[],
): boolean => {
  const listDone = (lines: readonly OrderFulfilmentLine[]) =>
    JSON.stringify(
      lines.flatMap((line) =>
        line.handedOver || line.cancelled ? [[line.orderLine, line.handedOver, line.cancelled]] : [],
      ),
    )
  return listDone(before) !== listDone(after)
}

/** A change of one fulfilment order; `before` is undefined if it is new. */
export interface OrderStep {
  before: StoredFulfilmentOrder | undefined
  after: StoredFulfilmentOrder
}

type Sums = Pick<OrderFulfilmentLine, 'planned' | 'reserved' | 'handedOver' | 'cancelled'>

const NO_SUMS: Sums = { planned: 0, reserved: 0, handedOver: 0, cancelled: 0 }

const sumByLine = (orders: readonly (StoredFulfilmentOrder | undefined)[]): Map<number, Sums> => {
  const sums = new Map<number, Sums>()
  for (const line of orders.flatMap((order) => order?.lines ?? [])) {
    if (line.orderLine === null) continue
    const { planned, reserved, handedOver, cancelled } = sums.get(line.orderLine) ?? NO_SUMS
    sums.set(line.orderLine, {
      planned: planned + countOpen(line),
      reserved: reserved + line.allocated,
      handedOver: handedOver + line.handedOver,
      cancelled: cancelled + line.cancelled,
    })
  }
  return sums
}

/** Follows changes of fulfilment orders. Pieces that are given back can be planned again; the others stay cancelled. */
export const followSteps = (
  lines: readonly OrderFulfilmentLine[],
  steps: readonly OrderStep[],
  { givesBack, isCancelled }: { givesBack: boolean; isCancelled: boolean },
): OrderFulfilmentLine[] => {
  const before = sumByLine(steps.map((step) => step.before))
  const after = sumByLine(steps.map((step) => step.after))
  return lines.map((line) => {
    const getChange = (name: keyof Sums) =>
      (after.get(line.orderLine)?.[name] ?? 0) - (before.get(line.orderLine)?.[name] ?? 0)
    const planned = line.planned + getChange('planned')
    const reserved = line.reserved + getChange('reserved')
    const handedOver = line.handedOver + getChange('handedOver')
    const change = getChange('cancelled')
    // Cancelled pieces that left after all are among those that nobody would fulfil, unless they are planned again.
    const tooMany = Math.max(0, planned + handedOver + line.cancelled - line.quantity)
    const cancelled =
      change < 0
        ? line.cancelled - Math.min(line.cancelled, tooMany, -change)
        : line.cancelled + (givesBack ? 0 : change)
    const followed = { ...line, planned, reserved, handedOver, cancelled }
    return isCancelled ? { ...followed, cancelled: followed.cancelled + countUnplanned(followed) } : followed
  })
}

const sum = (lines: readonly OrderFulfilmentLine[], name: 'elsewhere' | keyof Sums) =>
  lines.reduce((total, line) => total + line[name], 0)

export const deriveStatus = ({
  lines,
  incidentId,
}: Pick<StoredOrderFulfilment, 'lines' | 'incidentId'>): FulfilmentStatus => {
  // An order without goods, such as one of downloads.
  if (!lines.some(({ quantity, planned, handedOver }) => quantity + planned + handedOver > 0)) return 'none'
  const sent = sum(lines, 'handedOver') + sum(lines, 'elsewhere')
  if (lines.every((line) => !countMissing(line))) return sent ? 'fulfilled' : 'cancelled'
  if (incidentId) return 'blocked'
  if (sent) return 'partially_fulfilled'
  return sum(lines, 'planned') ? 'in_progress' : 'pending'
}
