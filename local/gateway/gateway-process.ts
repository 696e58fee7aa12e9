import { join } from 'node:path'
import { type Child, startChild } from '../child.ts'
import { root } from '../definitions.ts'
import { waitFor } from '../wait.ts'
import { type GatewayPorts, readReady } from './ready-line.ts'

const REMEMBERED_LINES = 5

/** One process that runs the functions as their sources were when it started. */
export interface GatewayProcess extends Pick<Child, 'gone' | 'stop'> {
  ports: GatewayPorts
  /** Counts a request in until what it returns is called. */
  begin: () => () => void
  /** Ends the process once nobody waits for an answer of it any more. */
  retire: () => Promise<void>
}

export interface GatewayOptions {
  /** Holds serverless.yml and the sources that it names. */
  folder: string
  /** The port that people know; it makes the process recognizable. */
  port: number
  env: Record<string, string>
  onLine: (line: string) => void
}

export const startGatewayProcess = async ({ folder, port, env, onLine }: GatewayOptions): Promise<GatewayProcess> => {
  const said: string[] = []
  let ports: GatewayPorts | undefined
  const child = startChild(
    process.execPath,
    [join(import.meta.dirname, 'run.ts'), folder, '--httpPort', String(port)],
    {
      cwd: root,
      // A developer's own profile must never be what the functions run with.
      env: { ...env, AWS_PROFILE: undefined, AWS_SESSION_TOKEN: undefined, FORCE_COLOR: '0' },
      onLine: (line) => {
        const found = readReady(line)
        if (found) ports = found
        if (found || !line.trim()) return
        said.push(line)
        if (said.length > REMEMBERED_LINES) said.shift()
        onLine(line)
      },
    },
  )
  const gone = child.gone.then((reason) => `${reason} ${said.join('\n')}`)
  const listening = await waitFor('The gateway', async () => ports, {
    unless: gone,
    everyMs: 10,
    progress: child.progress,
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
