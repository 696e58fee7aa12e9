import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readDefinitions, root } from '../../local/definitions.ts'
import { startQueuePoller } from '../../local/pollers/queue-poller.ts'
import { openStream } from '../../local/pollers/stream.ts'
import { startStreamPoller } from '../../local/pollers/stream-poller.ts'
import type { OpenStream } from '../../local/pollers/stream-record.ts'

// Runs the workers in a process of its own until it is killed.
const [, , checkpoint = ''] = process.argv
const { region, streamWorkers, queueWorkers } = readDefinitions()
const sources = new Map([...streamWorkers, ...queueWorkers].map(({ name, source }) => [name, source]))

const invoke = async (name: string, event: unknown): Promise<unknown> => {
  const file = pathToFileURL(join(root, sources.get(name) as string)).href
  const { handler } = (await import(file)) as { handler: (given: unknown, context: object) => Promise<unknown> }
  return await handler(event, { functionName: name, awsRequestId: name, getRemainingTimeInMillis: () => 30_000 })
}

const open: OpenStream = (table, from) => openStream({ table, region, from })
for (const worker of streamWorkers) startStreamPoller({ worker, checkpoint, openStream: open, invoke, region })
for (const worker of queueWorkers) startQueuePoller({ worker, invoke, region })
process.send?.('working')
