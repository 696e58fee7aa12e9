import { ORDERS as FULFILMENT_ORDERS } from '../fulfilment/fulfilling.ts'
import type { Day } from './day.ts'
import { count } from './tally.ts'

interface OpenLine {
  id: string
  sku: string
  ordered: number
  cancelled: number
  handedOver: number
}
export interface PlannedOrder {
  id: string
  salesOrderId: string
  status: string
  lines: OpenLine[]
}

export const openPieces = ({ ordered, cancelled, handedOver }: OpenLine): number => ordered - cancelled - handedOver

const PAGE = 100

/** Lists all members of a collection, page by page. */
export const listAll = async <T>({ owner }: Day, path: string): Promise<T[]> => {
  const all: T[] = []
  for (let page = 1; ; page++) {
    const { status, text, body } = await owner.get(
      `${path}${path.includes('?') ? '&' : '?'}itemsPerPage=${PAGE}&page=${page}`,
    )
    if (status !== 200) throw new Error(text)
    all.push(...body.member)
    if (all.length >= body.totalItems) return all
  }
}

export const listPlanned = (day: Day): Promise<PlannedOrder[]> => listAll(day, FULFILMENT_ORDERS)

export const findIds = async (day: Day): Promise<Map<string, string>> => {
  const all = await listAll<{ id: string; externalOrderId: string }>(day, '/api/sales/orders')
  return new Map(all.map((each) => [each.id, each.externalOrderId]))
}

/** Lets people hand over pieces of fulfilment orders: of one some, or of all everything. */
export const handOver = async (day: Day, isAll: boolean): Promise<void> => {
  const open = (await listPlanned(day)).filter(({ status }) => ['open', 'in_progress'].includes(status))
  const chosen = isAll ? open : open.filter((_, at) => at === day.among(open.length)).slice(0, 1)
  const ids = await findIds(day)
  for (const { id, salesOrderId, lines } of chosen) {
    const taken = lines.flatMap((line) => {
      const most = openPieces(line)
      const quantity = isAll ? most : day.among(most + 1)
      return quantity > 0 ? [{ lineId: line.id, sku: line.sku, quantity }] : []
    })
    if (!taken.length) continue
    const trackingNumber = `TN-${day.seed}-${(day.tally.parcels ?? 0) + 1}`
    const parcels = [{ carrier: 'DHL', trackingNumber, lines: taken.map(({ sku: _, ...line }) => line) }]
    const { status, text } = await day.owner.post(`${FULFILMENT_ORDERS}/${id}/hand-over`, { parcels })
    if (status !== 200) {
      day.wrong.push(`a hand-over of open pieces was answered with ${status}: ${text}`)
      continue
    }
    count(day, 'parcels')
    for (const { sku, quantity } of taken) {
      const key = `${ids.get(salesOrderId)} ${sku}`
      day.handedOver.set(key, (day.handedOver.get(key) ?? 0) + quantity)
      count(day, 'pieces handed over', quantity)
    }
  }
}
