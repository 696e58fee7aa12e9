import type { Topic } from '../../lib/platform/events/outbox/outbox.ts'
import { readEvents } from '../support/events.ts'

/** Lists the events of a topic about a resource. */
export const listEvents = async (tenant: string, topic: Topic, id: string) => {
  const events = await readEvents(tenant)
  return events.filter((event) => event.topic === topic && event.subject?.endsWith(`/${id}`))
}
