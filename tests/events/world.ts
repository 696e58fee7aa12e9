import { handler as redrive } from '../../functions/events/every-minute-redrive-outbox.ts'
import { handler as onEvent } from '../../functions/events/on-event.ts'
import { handler as onTableChange } from '../../functions/events/on-table-change.ts'
import { handler as onDelivery } from '../../functions/notification/on-delivery.ts'
import { handler as onWebhook } from '../../functions/notification/on-webhook.ts'
import { listEndpoints } from '../../lib/notification/webhooks/endpoints/endpoint-store.ts'
import { listQueued } from '../../lib/notification/webhooks/queue/queue-store.ts'
import { type App, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import type { Mail } from '../../lib/platform/mail/mail.ts'
import type { OutboundRequest } from '../../lib/platform/outbound/outbound.ts'
import { partition } from '../../lib/platform/store/entities/entity.ts'
import type { Item } from '../../lib/platform/store/table/table.ts'
import { toLambdaRecord } from '../../local/pollers/stream-record.ts'
import { openTestStream } from '../support/test-table.ts'

/** An input of a worker: a record of the table's stream, or a message of a queue. */
export interface OnItsWay {
  queue: string | undefined
  id: string
  content: unknown
}

/** The point at which the process dies: before or after which call of a port. */
export interface Crash {
  call: number
  when: 'before' | 'after'
}

type Handler = (event: never) => Promise<{ batchItemFailures: unknown[] }>

const PORTS = ['db', 'queues', 'mail', 'outbound', 'vault'] as const
const MOST_ROUNDS = 40
const MOST_MINUTES = 12 * 60

const never = () => new Promise<never>(() => {})

/** The app of one process. After the process dies, its calls never return. */
const mortal = (app: App, crash: Crash | undefined) => {
  let calls = 0
  let die = () => {}
  const died = new Promise<'crashed'>((resolve) => {
    die = () => resolve('crashed')
  })
  let dead = false
  const step = async (call: () => Promise<unknown>) => {
    if (dead) return await never()
    const isHere = crash?.call === ++calls
    const result = isHere && crash.when === 'before' ? undefined : await call()
    if (!dead && !isHere) return result
    dead = true
    die()
    return await never()
  }
  const guarded = <P extends object>(port: P): P =>
    new Proxy(port, {
      get: (target, name) => {
        const method = Reflect.get(target, name) as ((...args: unknown[]) => Promise<unknown>) | undefined
        if (!method) return undefined
        return (...args: unknown[]) => step(() => method.apply(target, args))
      },
    })
  const ports = Object.fromEntries(PORTS.map((name) => [name, guarded(app[name])]))
  return { app: { ...app, ...ports } as App, died, calls: () => calls }
}

/** The table, its stream and its workers, with queues that deliver in any order and any number of times. */
export const aWorld = async () => {
  const stream = await openTestStream({ table: readConfig().table, region: 'eu-central-1' })
  const mails: Mail[] = []
  const posts: OutboundRequest[] = []
  const sent: OnItsWay[] = []
  let ahead = 0
  let made = 0
  const app: App = {
    ...makeApp(readConfig()),
    clock: () => new Date(Date.now() + ahead),
    mail: { send: async (mail) => void mails.push(mail) },
    outbound: {
      async send(request) {
        posts.push(request)
        return { status: 200, headers: {}, body: Buffer.alloc(0) }
      },
    },
    queues: {
      async send(queue, messages) {
        for (const { body } of messages) sent.push({ queue, id: `message-${++made}`, content: body })
        return new Set()
      },
    },
  }
  useApp(app)

  const newRecords = async (): Promise<OnItsWay[]> => {
    const found = await stream.read()
    return found
      .flatMap(({ records }) => records)
      .filter(
        ({ eventName, dynamodb }) =>
          eventName === 'INSERT' && /^(outbox|delivery|webhook)$/.test(dynamodb?.NewImage?.kind?.S ?? ''),
      )
      .map((record) => ({
        queue: undefined,
        id: record.eventID ?? '',
        content: toLambdaRecord(record, '', 'eu-central-1'),
      }))
  }
  await newRecords()

  return {
    app,
    mails,
    posts,
    pass: (minutes: number) => {
      ahead += minutes * 60_000
    },
    /** Returns inputs that are new since the last call. */
    arrivals: async () => [...(await newRecords()), ...sent.splice(0)],
    /** Sends one input to its worker, in a process that may die; returns true if it was handled. */
    async invoke({ queue, id, content }: OnItsWay, crash?: Crash) {
      const process = mortal(app, crash)
      const workers = new Map<string | undefined, unknown>([
        [undefined, onTableChange],
        [app.config.deliveriesQueue, onDelivery],
        [app.config.webhooksQueue, onWebhook],
      ])
      const handler = (workers.get(queue) ?? onEvent) as Handler
      const record = queue === undefined ? content : { messageId: id, body: content, attributes: {} }
      useApp(process.app)
      const outcome = await Promise.race([handler({ Records: [record] } as never), process.died])
      useApp(app)
      return { done: outcome !== 'crashed' && !outcome.batchItemFailures.length, calls: process.calls() }
    },
    redrive: () => redrive({}),
    /** Lists events and deliveries of a tenant and whether they are still due; those to webhooks only while they wait. */
    async standing(tenant: string) {
      const endpoints = await listEndpoints(app.db, tenant)
      const items = await Promise.all([
        ...['outbox', 'delivery'].map((name) => app.db.query({ pk: partition(tenant, name) })),
        ...endpoints.map(async ({ id }) =>
          (await listQueued(app.db, tenant, id, 1)).map((queued): Item => ({ ...queued, duePk: 'webhook' })),
        ),
      ])
      return items.flat()
    },
  }
}

export type World = Awaited<ReturnType<typeof aWorld>>

interface Handed {
  item: OnItsWay
  crash?: Crash | undefined
  /** Repeats the input although it was handled. */
  again?: boolean
  lost?: boolean
}

/**
 * Runs, with passing time, until no item of the tenant is due. `next` chooses the next input and its crash; it gets the
 * number of calls of ports so far. Returns their total number.
 */
export const untilQuiet = async (
  world: World,
  tenant: string,
  next: (waiting: OnItsWay[], calls: number) => Handed,
) => {
  let waiting: OnItsWay[] = []
  let calls = 0
  for (let round = 0; round < MOST_ROUNDS; round++) {
    waiting.push(...(await world.arrivals()))
    while (waiting.length) {
      const { item, crash, again, lost } = next(waiting, calls)
      waiting = waiting.filter((each) => each !== item)
      if (!lost) {
        const outcome = await world.invoke(item, crash)
        calls += outcome.calls
        if (!outcome.done || again) waiting.push(item)
      }
      waiting.push(...(await world.arrivals()))
    }
    if ((await world.standing(tenant)).every(({ duePk }) => duePk === undefined)) return calls
    world.pass(Math.min(MOST_MINUTES, 3 * 2 ** round))
    await world.redrive()
  }
  throw new Error('something is due for ever')
}
