import { app } from '../../lib/platform/app/app.ts'
import { listEvents, type Occurred, type OutboxItem } from '../../lib/platform/events/outbox/outbox.ts'
import { partition } from '../../lib/platform/store/entities/entity.ts'
import type { Item } from '../../lib/platform/store/table/table.ts'

/** Lists the events of some items of the outbox; one item may hold several. */
export const toEvents = (items: readonly Item[]): Occurred[] =>
  items.flatMap((item) => listEvents(item as unknown as OutboxItem))

/** Lists the events of a tenant, oldest first. */
export const readEvents = async (tenant: string, db = app().db): Promise<Occurred[]> =>
  toEvents(await db.query({ pk: partition(tenant, 'outbox') }))
