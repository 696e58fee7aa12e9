import { join } from 'node:path'
import { startApi } from './api.ts'
import type { DynamoDbProcess } from './dynamodb-process.ts'
import { startObjectStorage } from './files/object-storage.ts'
import { startSchedules } from './gateway/schedules.ts'
import type { Supervisor } from './gateway/supervisor.ts'
import { startKms } from './kms.ts'
import { startMail } from './mail/catcher.ts'
import { startOffline } from './offline.ts'
import { type Invoke, makeInvoke } from './pollers/invoke.ts'
import type { Poller } from './pollers/poller.ts'
import { startQueuePoller } from './pollers/queue-poller.ts'
import { startStreamPoller } from './pollers/stream-poller.ts'
import type { OpenStream } from './pollers/stream-record.ts'
import type { Progress } from './progress.ts'
import { startProviders } from './providers/server.ts'
import { startQueuesOrFiles } from './queues.ts'
import { createResources } from './resources.ts'
import type { Settings } from './settings.ts'
import { startTables } from './table/start-tables.ts'

export interface Stack {
  /** Resolves with a sentence if a part ends by itself. */
  failed: Promise<string>
  /** Invokes a function by its deployed name. */
  invoke: Invoke
  stop: () => Promise<void>
}

interface Part {
  stop: () => Promise<void>
  gone?: Promise<string>
}

const MAX_STOP_MS = 300

const stopPollers = async (pollers: Poller[]) => {
  const timer = setTimeout(() => {
    for (const poller of pollers) poller.kill()
  }, MAX_STOP_MS)
  await Promise.all(pollers.map((poller) => poller.stop()))
  clearTimeout(timer)
}

/** Starts a poller for each stream and each queue of a function. */
const startPollers = (
  { definitions, dataDir, ports }: Settings,
  openStream: OpenStream,
  report: (line: string) => void,
): Poller[] => {
  const { region, streamWorkers, queueWorkers } = definitions
  const common = { region, report, invoke: makeInvoke(`http://127.0.0.1:${ports.lambda.number}`, region) }
  return [
    ...streamWorkers.map((worker) =>
      startStreamPoller({
        ...common,
        ...{ worker, openStream },
        checkpoint: join(dataDir, 'checkpoints', `${worker.name}.json`),
      }),
    ),
    ...queueWorkers.map((worker) => startQueuePoller({ ...common, worker })),
  ]
}

/**
 * Starts the platform and everything it needs on one machine. Calls `fill` once the resources exist. The environment of
 * this process must be that of the settings.
 */
export const startStack = async (
  settings: Settings,
  {
    report,
    fill,
    database,
    supervising,
    progress = { follow: (_part, work) => work() },
  }: {
    report: (line: string) => void
    fill: () => Promise<unknown>
    progress?: Progress
    /** The process of the database, if it was launched before. */
    database?: DynamoDbProcess | undefined
    /** The process of the functions, if its start has begun before. */
    supervising?: Promise<Supervisor>
  },
): Promise<Stack> => {
  const { awsEndpoint, dataDir, definitions, environment, ports } = settings
  const { LOCAL_TABLES: folder } = environment
  const names = definitions.tables.map(({ create }) => create.TableName)
  // Opened at once, because other processes open the same files.
  const tables = folder ? startTables(folder, names, report) : undefined
  const startDatabase = async () => {
    const { startDynamoDb } = await import('./dynamodb.ts')
    return await startDynamoDb({ port: ports.dynamodb.number, dataDir: join(dataDir, 'dynamodb') }, database)
  }
  const embedded = [
    tables ? ['The embedded table', async () => tables] : ['DynamoDB Local', startDatabase],
    ['The queue service', () => startQueuesOrFiles({ port: ports.queues.number })],
    [
      'The object storage',
      () =>
        startObjectStorage({
          port: ports.files.number,
          dataDir: join(dataDir, 'files'),
          credentials: {
            accessKeyId: environment.AWS_ACCESS_KEY_ID as string,
            secretAccessKey: environment.AWS_SECRET_ACCESS_KEY as string,
          },
        }),
    ],
    ['The key service', () => startKms({ port: ports.kms.number, file: join(dataDir, 'kms.json') })],
  ] satisfies [string, () => Promise<Part>][]
  const startPages = () =>
    startProviders({
      port: ports.providers.number,
      signIn: { url: `http://localhost:${ports.providers.number}`, platform: environment.PUBLIC_URL as string },
    })
  const opened = Promise.withResolvers<void>()
  const always = [
    [
      'The mail catcher',
      () =>
        startMail({
          smtpPort: ports.smtp.number,
          pagePort: ports.mail.number,
          dataDir: join(dataDir, 'mails'),
        }),
    ],
    ['The pages of providers', () => startPages()],
    [
      'The API',
      () =>
        (settings.isOffline ? startOffline : startApi)({
          port: ports.api.number,
          lambdaPort: ports.lambda.number,
          env: environment,
          onLine: report,
          opened: opened.promise,
          supervising,
        }),
    ],
  ] as const
  const follow = <T>([part, start]: readonly [string, () => Promise<T>]) => progress.follow<T>(part, start)
  const aws = Promise.allSettled((awsEndpoint ? [] : embedded).map((each) => follow<Part | undefined>(each)))
  const rest = Promise.allSettled(always.map((each) => follow<Part>(each)))
  const prepare = async () => {
    const { tables: missing, ...others } = definitions
    await progress.follow('The table, queues and keys', () =>
      createResources({ ...others, tables: tables ? [] : missing }, definitions.region),
    )
    await progress.follow('The account of the demo tenant', fill)
    // Before that, a sign-in would be told that its password is wrong.
    opened.resolve()
  }
  const prepared = aws.then(async (each) => {
    const isUp = each.every(({ status }) => status === 'fulfilled')
    return await Promise.allSettled(isUp ? [prepare()] : [])
  })
  const settled = [...(await aws), ...(await rest), ...(await prepared)]
  const parts = settled.flatMap((each): Part[] => (each.status === 'fulfilled' && each.value ? [each.value] : []))
  const stopParts = () => Promise.all(parts.map((part) => part.stop()))
  try {
    for (const each of settled) if (each.status === 'rejected') throw each.reason
  } catch (error) {
    await stopParts()
    throw error
  }
  const started = [...(awsEndpoint ? [] : embedded), ...always].map(([name]) => name)
  const openStream: OpenStream = async (table, from) =>
    (await import('./pollers/stream.ts')).openStream({ table, region: definitions.region, from })
  const pollers = startPollers(settings, tables?.openStream ?? openStream, report)
  const invoke = makeInvoke(`http://127.0.0.1:${ports.lambda.number}`, definitions.region)
  // The embedded queues are in memory.
  const schedules = startSchedules(definitions.functions, invoke, report, {
    isQueueLost: !awsEndpoint,
    // serverless-offline runs the schedules itself.
    ticks: !settings.isOffline,
  })
  return {
    failed: Promise.race(
      parts.flatMap(({ gone }, i) => (gone ? [gone.then((reason) => `${started[i]} ended: ${reason}`)] : [])),
    ),
    invoke,
    async stop() {
      schedules.stop()
      await Promise.all([stopPollers(pollers), stopParts()])
    },
  }
}
