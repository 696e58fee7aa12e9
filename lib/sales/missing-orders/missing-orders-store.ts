import type { Id } from '../../platform/id.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { type MissingOrders, NONE_MISSING } from './missing-orders.ts'

// Orders that a shop no longer has:  T#<tenant>#missing-orders / <channel>

const KIND = 'missing-orders'

const missingKey = (tenant: Id, channelId: Id): Key => ({ pk: partition(tenant, KIND), sk: channelId })

export const findMissingOrders = async (db: Table, tenant: Id, channelId: Id): Promise<MissingOrders> =>
  (await db.get<MissingOrders>(missingKey(tenant, channelId))) ?? NONE_MISSING

/** Counts by channel the orders about which somebody has to decide. */
export const countWaitingOrders = async (db: Table, tenant: Id): Promise<Map<string, number>> => {
  const items = await db.query<MissingOrders>({ pk: partition(tenant, KIND) })
  return new Map(items.map(({ sk, waiting }) => [sk, waiting.length]))
}

/** Replaces what is known, provided that it has not changed since it was read. */
export const putMissingOrders = (
  unit: Unit,
  channelId: Id,
  before: MissingOrders,
  next: Omit<MissingOrders, 'rev'>,
): void =>
  unit.add({
    put: { ...missingKey(unit.tenant, channelId), kind: KIND, ...next, rev: before.rev + 1 },
    ...(before.rev ? { when: '#rev = :rev', values: { ':rev': before.rev } } : { when: 'attribute_not_exists(pk)' }),
  })
