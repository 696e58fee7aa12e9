import type { StoredOrder } from '../../../../lib/sales/orders/order.ts'
import { countOrder, subtractAmounts } from '../../../../lib/sales/orders/order.ts'
import type { StoredRun } from '../../../../lib/sales/runs/stored-run.ts'
import type { SyncRecord } from '../../../../schemas/sales/sync.ts'
import type { PlatformWorld } from '../world.ts'
import type { Life } from './states.ts'

/** Checks that each run records each thing once, and counts what it records. */
const findRunFaults = ({ table, tenant, list }: PlatformWorld): string[] =>
  list<StoredRun>('sync-run').flatMap((run) => {
    const found: string[] = []
    const records = table
      .inPartition(`T#${tenant}#sync-record?run=${run.id}`)
      .flatMap(({ records }) => records as SyncRecord[])
    const count = (...actions: string[]) => records.filter(({ action }) => actions.includes(action)).length
    const counts = [run.itemsSynced, run.itemsFailed, run.itemsUnchanged, run.itemsSkipped]
    const recorded = [count('created', 'updated'), count('failed'), count('unchanged'), count('skipped')]
    if (String(counts) !== String(recorded))
      found.push(`run ${run.id} (${run.type}) counts ${counts}, recorded ${recorded}`)
    if (run.type === 'orders') return found
    // What is left out for another one of the shop names the same resource as that one.
    const about = records.flatMap(({ resourceUri, externalId, errorCode }) =>
      errorCode === 'ALREADY_EXISTS' ? (externalId ?? []) : (resourceUri ?? externalId ?? []),
    )
    if (new Set(about).size !== about.length) found.push(`run ${run.id} (${run.type}) recorded something twice`)
    return found
  })

/** Checks that each order of a shop is stored once, and that the counts of channels are those of their orders. */
const findOrderFaults = ({ table, tenant, list }: PlatformWorld): string[] => {
  const found: string[] = []
  const orders = list<StoredOrder>('order')
  for (const [name, same] of Map.groupBy(orders, (order) => `${order.channelId} ${order.externalOrderId}`))
    if (same.length > 1) found.push(`the order ${name} is stored ${same.length} times`)
  for (const [channelId, own] of Map.groupBy(orders, (order) => order.channelId)) {
    const counted: Record<string, number> = {}
    for (const item of table.inPartition(`T#${tenant}#channel-counts?channelId=${channelId}`))
      if (item.sk.startsWith('all#'))
        for (const [name, number] of Object.entries(item))
          if (typeof number === 'number') counted[name] = (counted[name] ?? 0) + number
    for (const order of own)
      for (const [name, number] of Object.entries(subtractAmounts(countOrder(order), {})))
        counted[name] = (counted[name] ?? 0) + number
    const { imported = 0, accepted = 0, held = 0, rejected = 0 } = counted
    if (imported || accepted || held || rejected)
      found.push(`channel ${channelId} counts ${JSON.stringify(counted)} more than it has`)
  }
  return found
}

/** Checks that no version of an order replaced a newer one of the shop. */
const findOverwritten = (lives: readonly Life[]): string[] =>
  lives
    .filter(({ kind }) => kind === 'order')
    .flatMap(({ id, versions }) =>
      versions.flatMap(({ platformModifiedAt: at }, place) => {
        const before = versions[place - 1]?.platformModifiedAt
        return before && (!at || String(at) < String(before)) ? [`order ${id} of ${at} replaced that of ${before}`] : []
      }),
    )

/** Checks runs of shops and what they imported. */
export const findSalesFaults = (world: PlatformWorld, lives: readonly Life[]): string[] => [
  ...findRunFaults(world),
  ...findOrderFaults(world),
  ...findOverwritten(lives),
]
