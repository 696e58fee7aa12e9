import { join } from 'node:path'
import { type Running, startChild } from './child.ts'
import { root } from './definitions.ts'
import { waitFor } from './wait.ts'

const FUNCTIONS = join(import.meta.dirname, 'load-functions.ts')
const SERVERLESS = join(root, 'deploy/framework/node_modules/serverless/bin/serverless.js')

/** Starts serverless-offline, which runs all functions in its own process, and waits until both of its ports answer. */
export const startOffline = async ({
  port,
  lambdaPort,
  env,
  onLine,
}: {
  port: number
  lambdaPort: number
  env: Record<string, string>
  onLine: (line: string) => void
}): Promise<Running & { gone: Promise<string> }> => {
  let isReady = false
  const starting: string[] = []
  const child = startChild(
    process.execPath,
    [
      ...['--import', FUNCTIONS, SERVERLESS, 'offline', '--noSponsor'],
      ...['--httpPort', String(port), '--lambdaPort', String(lambdaPort)],
    ],
    {
      cwd: root,
      // Leases of processes that have ended are free, and this is the only one that runs functions.
      env: { ...env, LOCAL_ALONE_SINCE: new Date().toISOString() },
      onLine(line) {
        if (isReady) return onLine(line)
        // A list of all functions and routes, which matters only if it ends with an error.
        starting.push(line)
        // Printed after the port for workers was opened, too.
        isReady = line.includes('Server ready:')
      },
    },
  )
  try {
    await waitFor('serverless-offline', async () => isReady, { unless: child.gone, progress: child.progress })
  } catch (error) {
    for (const line of starting) onLine(line)
    await child.stop()
    throw error
  }
  return { url: `http://127.0.0.1:${port}`, gone: child.gone, stop: () => child.stop() }
}
