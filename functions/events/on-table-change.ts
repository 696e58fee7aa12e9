import * as Type from 'typebox'
import { type DueMessage, enqueueDue } from '../../lib/platform/events/enqueue-due.ts'
import type { DueKind } from '../../lib/platform/events/outbox/outbox.ts'
import { streamWorker } from '../../lib/platform/events/worker.ts'

const text = Type.Object({ S: Type.String({ minLength: 1 }) })
const kind = Type.Object({ S: Type.Unsafe<DueKind>({ type: 'string', enum: ['outbox', 'delivery', 'webhook'] }) })

/** Hands new events, deliveries and queued webhooks on to their queues. */
export const handler = streamWorker({
  name: 'events.on_table_change',
  takes: Type.Object({ dynamodb: Type.Object({ NewImage: Type.Object({ kind, pk: text, sk: text }) }) }),
  run(app, { given }) {
    const items = [...given].map(([place, { dynamodb }]): [number, DueMessage] => {
      const { kind, pk, sk } = dynamodb.NewImage
      return [place, { kind: kind.S, pk: pk.S, sk: sk.S }]
    })
    return enqueueDue(app, new Map(items))
  },
})
