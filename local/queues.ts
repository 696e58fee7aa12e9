import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import { mkdir } from 'node:fs/promises'
import { startFauxqs } from 'fauxqs'
import type { Running } from './child.ts'

const onLoopback = new AsyncLocalStorage<true>()

// fauxqs listens on all addresses of the machine and has no option for that.
subscribe('tracing:net.server.listen:asyncStart', (message) => {
  const { options } = message as { options: { host?: string } }
  if (onLoopback.getStore()) options.host = '127.0.0.1'
})

/** Starts queues and, if a folder is given, object storage that survives a restart. Queues stay in memory by design. */
export const startQueuesOrFiles = async ({ port, dataDir }: { port: number; dataDir?: string }): Promise<Running> => {
  if (dataDir) await mkdir(dataDir, { recursive: true })
  const server = await onLoopback.run(true, () => startFauxqs({ port, logger: false, ...(dataDir ? { dataDir } : {}) }))
  return { url: `http://127.0.0.1:${server.port}`, stop: () => server.stop() }
}
