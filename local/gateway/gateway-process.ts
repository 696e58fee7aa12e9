import { getCompileCacheDir } from 'node:module'
import { join } from 'node:path'
import { type Child, startChild } from '../child.ts'
import { root } from '../definitions.ts'
import { waitFor } from '../wait.ts'
import { type GatewayPorts, parseReady } from './ready-line.ts'

const MAX_REMEMBERED_LINES = 5

/** A process that runs the functions from the sources at the time of its start. */
export interface GatewayProcess extends Pick<Child, 'gone' | 'stop'> {
  ports: GatewayPorts
  /** Counts a request as running until the returned function is called. */
  begin: () => () => void
  /** Ends the process when its last request is answered. */
  retire: () => Promise<void>
}

export interface GatewayOptions {
  /** Folder with serverless.yml and the sources that it names. */
  folder: string
  /** The public port, which also identifies the process in a list of processes. */
  port: number
  env: Record<string, string>
  onLine: (line: string) => void
  /** Seconds without progress after which the start has failed. */
  startSeconds?: number | undefined
}

export const startGatewayProcess = async ({
  folder,
  port,
  env,
  onLine,
  startSeconds,
}: GatewayOptions): Promise<GatewayProcess> => {
  const lines: string[] = []
  let ports: GatewayPorts | undefined
  const child = startChild(
    process.execPath,
    [join(import.meta.dirname, 'run.ts'), folder, '--httpPort', String(port)],
    {
      cwd: root,
      // Functions must never run with a developer's own AWS profile.
      env: {
        ...env,
        NODE_COMPILE_CACHE: getCompileCacheDir(),
        AWS_PROFILE: undefined,
        AWS_SESSION_TOKEN: undefined,
        FORCE_COLOR: '0',
      },
      onLine: (line) => {
        const found = parseReady(line)
        if (found) ports = found
        if (found || !line.trim()) return
        lines.push(line)
        if (lines.length > MAX_REMEMBERED_LINES) lines.shift()
        onLine(line)
      },
    },
  )
  const gone = child.gone.then((reason) => `${reason} ${lines.join('\n')}`)
  const listening = await waitFor('The gateway', async () => ports, {
    unless: gone,
    everyMs: 10,
    progress: child.progress,
    ...(startSeconds !== undefined && { seconds: startSeconds }),
  }).catch(async (error) => {
    // Otherwise each attempt would leave a process behind that goes on starting.
    await child.stop()
    throw error
  })
  let requests = 0
  let whenIdle: (() => void) | undefined
  return {
    gone,
    stop: child.stop,
    ports: listening,
    begin() {
      requests++
      return () => {
        if (--requests === 0) whenIdle?.()
      }
    },
    async retire() {
      if (requests) await Promise.race([gone, new Promise<void>((resolve) => (whenIdle = resolve))])
      await child.stop()
    },
  }
}
