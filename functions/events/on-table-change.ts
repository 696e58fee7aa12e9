import * as Type from 'typebox'
import { type DueMessage, enqueueDue } from '../../lib/platform/events/enqueue-due.ts'
import type { DueKind } from '../../lib/platform/events/outbox/outbox.ts'
import { isTask } from '../../lib/platform/events/outbox/task.ts'
import { streamWorker } from '../../lib/platform/events/worker.ts'

const text = Type.Object({ S: Type.String({ minLength: 1 }) })
const kind = Type.Object({ S: Type.Unsafe<DueKind>({ type: 'string', enum: ['outbox', 'delivery', 'webhook'] }) })

/** Hands new events, deliveries and queued webhooks on to their queues. */
export const handler = streamWorker({
  name: 'events.on_table_change',
  takes: Type.Object({
    dynamodb: Type.Object({ NewImage: Type.Object({ kind, pk: text, sk: text, notBefore: Type.Optional(text) }) }),
  }),
  run(app, { given, now }) {
    const items = [...given].flatMap(([place, { dynamodb }]): [number, DueMessage][] => {
      const { kind, pk, sk, notBefore } = dynamodb.NewImage
      // A task for later would only be put back; the redrive enqueues it at its time.
      if (notBefore && notBefore.S > now.toISOString() && isTask({ pk: pk.S, sk: sk.S })) return []
      return [[place, { kind: kind.S, pk: pk.S, sk: sk.S }]]
    })
    return enqueueDue(app, new Map(items))
  },
})
