import type { Running } from './child.ts'
import { root } from './definitions.ts'
import { startFront } from './gateway/front.ts'
import { superviseGateway } from './gateway/supervisor.ts'
import { watchSources } from './gateway/watch-sources.ts'

/** Starts the gateway, which runs the functions from their sources and serves changed sources from the next request on. */
export const startApi = async ({
  port,
  lambdaPort,
  env,
  onLine,
  folder = root,
  startSeconds,
}: {
  port: number
  lambdaPort: number
  env: Record<string, string>
  onLine: (line: string) => void
  /** Folder with serverless.yml and the sources that it names. */
  folder?: string
  /** Seconds without progress after which a start of the functions' process has failed. */
  startSeconds?: number
}): Promise<Running & { lambdaUrl: string; gone: Promise<string> }> => {
  const supervisor = await superviseGateway({ folder, port, env, onLine, startSeconds })
  const fronts = await Promise.all([
    startFront(port, 'http', supervisor.current),
    startFront(lambdaPort, 'lambda', supervisor.current),
  ]).catch(async (error) => {
    await supervisor.stop()
    throw error
  })
  const watching = watchSources(folder, supervisor.restart)
  return {
    url: `http://127.0.0.1:${port}`,
    lambdaUrl: `http://127.0.0.1:${lambdaPort}`,
    gone: supervisor.gone,
    async stop() {
      watching.stop()
      await Promise.all(fronts.map((front) => front.stop()))
      await supervisor.stop()
    },
  }
}
