import { app } from '../../lib/platform/app/app.ts'
import type { Occurred, Topic } from '../../lib/platform/events/outbox/outbox.ts'
import { partition } from '../../lib/platform/store/entities/entity.ts'

/** Lists the events of a topic about a resource. */
export const listEvents = async (tenant: string, topic: Topic, id: string) => {
  const items = (await app().db.query({ pk: partition(tenant, 'outbox') })) as unknown as Occurred[]
  return items.filter((event) => event.topic === topic && event.subject?.endsWith(`/${id}`))
}
