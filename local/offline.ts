import { join } from 'node:path'
import { type Running, startChild } from './child.ts'
import { root } from './definitions.ts'
import { waitFor } from './wait.ts'

const SERVERLESS = join(root, 'node_modules/serverless/bin/serverless.js')

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
  const child = startChild(
    process.execPath,
    [SERVERLESS, 'offline', '--httpPort', String(port), '--lambdaPort', String(lambdaPort), '--noSponsor'],
    {
      cwd: root,
      env,
      onLine(line) {
        // Printed after the port for workers was opened, too.
        isReady ||= line.includes('Server ready:')
        onLine(line)
      },
    },
  )
  try {
    await waitFor('serverless-offline', async () => isReady, { unless: child.gone, progress: child.progress })
  } catch (error) {
    await child.stop()
    throw error
  }
  return { url: `http://127.0.0.1:${port}`, gone: child.gone, stop: () => child.stop() }
}
