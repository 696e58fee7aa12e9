import type { Id } from '../../platform/id.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import { type Due, getDuePartition, getTenantOfKey } from '../../platform/store/table/due.ts'
import type { Delete, Item, Key, Table, Update } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'

// Orders that are polled:          T#<tenant>#polled-order / <custodian>#<fulfilment order>   since, seen (digest of the last
//                                  state), failures, isSilenceTold, toldUntil; due (duePk, dueSk) at the next poll
// Polling of a custodian:          T#<tenant>#custodian-poll / <custodian>   leaseBy, leaseUntil; failures and blockedUntil
//                                  while its system cannot be used

export const POLLED_ORDER = 'polled-order'

export interface PolledOrder extends Due {
  /** Time at which polling began. */
  since: string
  /** Digest of the state that was applied last. */
  seen: string | null
  /** Polls in a row that failed for this order alone. */
  failures: number
  /** True once people were told that the custodian neither accepts nor refuses the order. */
  isSilenceTold: boolean
  /** Time until which a simulated custodian has sent its webhooks. */
  toldUntil: string
}

const polledKey = (tenant: Id, custodianId: Id, orderId: Id): Key => ({
  pk: partition(tenant, POLLED_ORDER),
  sk: `${custodianId}#${orderId}`,
})

/** Returns whose order an item is. */
export const parsePolledKey = (item: Key): { tenant: Id; custodianId: Id; orderId: Id } => {
  const [custodianId = '', orderId = ''] = item.sk.split('#')
  return { tenant: getTenantOfKey(item), custodianId, orderId }
}

/** Polls an order from then on; if it is polled already, it begins anew. */
export const putPolledOrder = (unit: Unit, { custodianId, id }: { custodianId: Id; id: Id }, dueAt: Date): void => {
  const polled: PolledOrder = {
    since: unit.now.toISOString(),
    seen: null,
    failures: 0,
    isSilenceTold: false,
    toldUntil: '',
    duePk: getDuePartition(POLLED_ORDER, id),
    dueSk: dueAt.toISOString(),
  }
  unit.add({ put: { ...polledKey(unit.tenant, custodianId, id), kind: POLLED_ORDER, ...polled } })
}

export const findCustodianPoll = (db: Table, tenant: Id, custodianId: Id) =>
  db.get<CustodianPoll>(custodianPollKey(tenant, custodianId))

export const findPolledOrder = (db: Table, key: Key) => db.get<PolledOrder>({ pk: key.pk, sk: key.sk })

export const buildPolledDelete = ({ pk, sk }: Key): Delete => ({ delete: { pk, sk } })

/** Changes an item unless its polling began anew meanwhile. */
export const buildPolledChange = (
  { pk, sk }: Key,
  { since }: PolledOrder,
  changes: Partial<Pick<PolledOrder, 'seen' | 'failures' | 'isSilenceTold' | 'toldUntil' | 'dueSk'>>,
): Update => {
  const fields = Object.entries(changes)
  return {
    update: { pk, sk },
    set: `SET ${fields.map(([name]) => `#${name} = :${name}`).join(', ')}`,
    when: '#since = :since',
    values: { ':since': since, ...Object.fromEntries(fields.map(([name, value]) => [`:${name}`, value])) },
  }
}

/** Tells whether the system of a custodian can be used. */
export interface CustodianPoll extends Item {
  failures?: number
  blockedUntil?: string
}

export const custodianPollKey = (tenant: Id, custodianId: Id): Key => ({
  pk: partition(tenant, 'custodian-poll'),
  sk: custodianId,
})
