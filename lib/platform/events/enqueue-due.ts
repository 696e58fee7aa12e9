import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { App } from '../app/app.ts'
import type { DueKind } from './outbox/outbox.ts'

/** A queue's message: the key of the item to process. */
export const DueMessage = Type.Object({
  kind: Type.Unsafe<DueKind>({ type: 'string', enum: ['outbox', 'delivery'] }),
  pk: Type.String({ minLength: 1 }),
  sk: Type.String({ minLength: 1 }),
})
export type DueMessage = Static<typeof DueMessage>

/** Sends a message for each item to the queue of its kind. Returns the indexes of the items that were not accepted. */
export const enqueueDue = async (
  { config, queues }: Pick<App, 'config' | 'queues'>,
  items: ReadonlyMap<number, DueMessage>,
): Promise<Set<number>> => {
  const QUEUES: Record<DueKind, string> = { outbox: config.eventsQueue, delivery: config.deliveriesQueue }
  const all = [...items]
  const sent = Object.entries(QUEUES).map(([kind, queue]) => {
    const messages = all
      .filter(([, item]) => item.kind === kind)
      .map(([place, item]) => ({ id: String(place), body: JSON.stringify(item) }))
    return queues.send(queue, messages)
  })
  const failed = await Promise.all(sent)
  return new Set(failed.flatMap((ids) => [...ids].map(Number)))
}
