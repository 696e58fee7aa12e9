import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { App } from '../app/app.ts'
import { DUE_KINDS, type DueKind } from './outbox/outbox.ts'

/** A queue's message: the key of the item to process. */
export const DueMessage = Type.Object({
  kind: Type.Unsafe<DueKind>({ type: 'string', enum: [...DUE_KINDS] }),
  pk: Type.String({ minLength: 1 }),
  sk: Type.String({ minLength: 1 }),
})
export type DueMessage = Static<typeof DueMessage>

/**
 * Sends a message for each item to the queue of its kind, which keeps it back for `delaySeconds`. Returns the indexes of the
 * items that were not accepted.
 */
export const enqueueDue = async (
  { config, queues }: Pick<App, 'config' | 'queues'>,
  items: ReadonlyMap<number, DueMessage>,
  delaySeconds = 0,
): Promise<Set<number>> => {
  const QUEUES: Record<DueKind, string> = {
    outbox: config.eventsQueue,
    delivery: config.deliveriesQueue,
    webhook: config.webhooksQueue,
    'webhook-lane': config.webhooksQueue,
  }
  const sent = [...Map.groupBy(items, ([, { kind }]) => QUEUES[kind])].map(([queue, ofQueue]) =>
    queues.send(
      queue,
      ofQueue.map(([place, item]) => ({
        id: String(place),
        body: JSON.stringify(item),
        ...(delaySeconds && { delaySeconds }),
      })),
    ),
  )
  const failed = await Promise.all(sent)
  return new Set(failed.flatMap((ids) => [...ids].map(Number)))
}
