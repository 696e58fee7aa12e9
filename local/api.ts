import type { Running } from './child.ts'
import { root } from './definitions.ts'
import { startFront } from './gateway/front.ts'
import { type Supervisor, superviseGateway } from './gateway/supervisor.ts'
import { watchSources } from './gateway/watch-sources.ts'

/** Starts the gateway, which runs the functions from their sources and serves changed sources from the next request on. */
export const startApi = async ({
  port,
  lambdaPort,
  env,
  onLine,
  folder = root,
  startSeconds,
  opened = Promise.resolve(),
  supervising,
}: {
  port: number
  lambdaPort: number
  env: Record<string, string>
  onLine: (line: string) => void
  /** Folder with serverless.yml and the sources that it names. */
  folder?: string
  /** Seconds without progress after which a start of the functions' process has failed. */
  startSeconds?: number
  /** Resolves when requests can be served. The address answers at once, and before that with 503. */
  opened?: Promise<unknown>
  /** The process of the functions, if its start has begun before. */
  supervising?: Promise<Supervisor> | undefined
}): Promise<Running & { lambdaUrl: string; gone: Promise<string> }> => {
  let isOpen = false
  opened.then(
    () => {
      isOpen = true
    },
    () => undefined,
  )
  const starting = supervising ?? superviseGateway({ folder, port, env, onLine, startSeconds })
  starting.catch(() => undefined)
  const current = async () => (await starting).current()
  const [supervised, ...fronts] = await Promise.allSettled([
    starting,
    startFront(port, 'http', current, () => isOpen),
    startFront(lambdaPort, 'lambda', current),
  ])
  const stopFronts = () =>
    Promise.all(fronts.map((front) => (front.status === 'fulfilled' ? front.value.stop() : undefined)))
  const failed = [supervised, ...fronts].find((each) => each.status === 'rejected')
  if (failed || supervised.status === 'rejected') {
    await stopFronts()
    if (supervised.status === 'fulfilled') await supervised.value.stop()
    throw failed?.reason
  }
  const supervisor = supervised.value
  const watching = watchSources(folder, supervisor.restart)
  return {
    url: `http://127.0.0.1:${port}`,
    lambdaUrl: `http://127.0.0.1:${lambdaPort}`,
    gone: supervisor.gone,
    async stop() {
      watching.stop()
      await stopFronts()
      await supervisor.stop()
    },
  }
}
