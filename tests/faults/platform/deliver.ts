import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { useApp } from '../../../lib/platform/app/app.ts'
import { makeOnce } from '../../../lib/platform/make-once.ts'
import { readDefinitions, root } from '../../../local/definitions.ts'
import { serve } from '../../support/faults.ts'
import type { PlatformWorld, Queued, Streamed } from './world.ts'

const FUNCTION_MS = 300_000
/** Share of the messages that a queue loses, which the redrive finds, and that it delivers twice. */
const LOST = 0.05
const DOUBLED = 0.12

type Handler = (event: unknown, context: unknown) => Promise<unknown>
interface Answer {
  batchItemFailures?: { itemIdentifier: string }[]
}

/** Schedules that either call other threads, or have nothing to do with what this workload does. */
const LEFT_OUT =
  /signing-keys|remove-old|seal-entries|recount-lists|verify-stock|mark-delayed|poll-custodians|expire-lots/

/** Loads the workers and schedules that are deployed. */
export const loadFunctions = makeOnce(async () => {
  const definitions = readDefinitions()
  const load = async (source: string) =>
    ((await import(pathToFileURL(join(root, source)).href)) as { handler: Handler }).handler
  const workers = new Map<string, { handler: Handler; batchSize: number }>()
  for (const { queue, source, batchSize } of definitions.queueWorkers)
    workers.set(queue, { handler: await load(source), batchSize })
  const schedules = await Promise.all(
    definitions.functions
      .filter(({ schedules, source }) => schedules.length && !LEFT_OUT.test(source))
      .map(async ({ source, schedules }) => ({
        name: source,
        isEveryMinute: schedules.includes('rate(1 minute)'),
        handler: await load(source),
      })),
  )
  const [stream] = definitions.streamWorkers
  return { workers, schedules, stream: await load(stream?.source ?? '') }
})

type Functions = Awaited<ReturnType<typeof loadFunctions>>

/** Runs a function in a process of its own, which may die or fail, and returns its answer unless it did. */
const invoke = async (world: PlatformWorld, handler: Handler, event: unknown): Promise<Answer | undefined> => {
  const sky = world.nextWeather()
  const until = world.clock().getTime() + FUNCTION_MS
  const context = { getRemainingTimeInMillis: () => until - world.clock().getTime() }
  try {
    const answer = await serve({ weather: sky, tenant: undefined }, () => {
      // A process of its own shares nothing with one that has died.
      useApp({ ...world.app })
      const working = handler(event, context)
      useApp(world.app)
      return working
    })
    return (answer ?? {}) as Answer
  } catch (error) {
    world.judge('a function', error)
    return undefined
  } finally {
    world.noteWeather(sky)
  }
}

const toRecord = ({ pk, sk, kind }: Streamed, place: number) => ({
  eventID: String(place),
  eventName: 'INSERT',
  dynamodb: { SequenceNumber: String(place), NewImage: { pk: { S: pk }, sk: { S: sk }, kind: { S: kind } } },
})

/** Shows new items to the worker of the stream; from its first failure on they are shown again. */
const showStream = (world: PlatformWorld, { stream: handler }: Functions) => {
  const { stream, scheduler, random, faults } = world
  const batch = stream.splice(0, 100)
  if (!batch.length) return
  scheduler.begin('stream', async () => {
    const answer = await invoke(world, handler, { Records: batch.map(toRecord) })
    const first = answer ? Number(answer.batchItemFailures?.[0]?.itemIdentifier ?? batch.length) : 0
    stream.unshift(...batch.slice(faults.isOn && random() < DOUBLED ? 0 : first))
  })
}

/** Delivers some messages, some of them twice and none in order; `most` of them at once. */
const deliverMessages = (world: PlatformWorld, { workers }: Functions, most: number) => {
  const { queue, among, random, faults, scheduler } = world
  const drawn: Queued[] = []
  for (let left = Math.min(most, queue.length); left; left--) {
    const [message] = queue.splice(faults.isOn ? among(queue.length) : 0, 1)
    if (!message || (faults.isOn && random() < LOST)) continue
    drawn.push(message)
    if (faults.isOn && random() < DOUBLED) queue.push({ ...message })
  }
  for (const [name, messages] of Map.groupBy(drawn, (message) => message.queue)) {
    const worker = workers.get(name)
    if (!worker) throw new Error(`no worker reads the queue ${name}`)
    const { handler, batchSize } = worker
    for (let rest = messages; rest.length; ) {
      const batch = rest.slice(0, 1 + among(batchSize))
      rest = rest.slice(batch.length)
      const Records = batch.map(({ body, receives }, place) => ({
        messageId: String(place),
        body,
        attributes: { ApproximateReceiveCount: String(receives + 1) },
      }))
      scheduler.begin(name, async () => {
        const answer = await invoke(world, handler, { Records })
        const failed = new Set(answer?.batchItemFailures?.map(({ itemIdentifier }) => Number(itemIdentifier)))
        const back = batch.filter((_, place) => !answer || failed.has(place))
        for (const message of back) queue.push({ ...message, receives: message.receives + 1 })
        world.count('messages', batch.length - back.length)
      })
    }
  }
}

/** Begins everything that happens by itself: the stream, the queues and the schedules of every minute. */
export const beginBackground = (world: PlatformWorld, functions: Functions, most: number): void => {
  showStream(world, functions)
  deliverMessages(world, functions, most)
  for (const { name, handler, isEveryMinute } of functions.schedules) {
    if (isEveryMinute ? world.faults.isOn && world.random() < 0.4 : world.random() < 0.7) continue
    world.scheduler.begin(name, () => invoke(world, handler, {}))
  }
}
