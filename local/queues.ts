import { subscribe } from 'node:diagnostics_channel'
import { mkdir } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { startFauxqs } from 'fauxqs'
import type { Running } from './child.ts'

const LOOPBACK = /^(::ffff:)?127\.|^::1$/

const guarded = new Set<number>()

// fauxqs listens on every interface, so connections from other machines are closed.
subscribe('net.server.socket', (message) => {
  const { socket } = message as { socket: Socket }
  if (guarded.has(socket.localPort ?? 0) && !LOOPBACK.test(socket.remoteAddress ?? '')) socket.destroy()
})

/** Starts queues and, if a folder is given, object storage that survives a restart. Queues stay in memory by design. */
export const startQueuesOrFiles = async ({ port, dataDir }: { port: number; dataDir?: string }): Promise<Running> => {
  if (dataDir) await mkdir(dataDir, { recursive: true })
  const server = await startFauxqs({ port, logger: false, ...(dataDir ? { dataDir } : {}) })
  guarded.add(server.port)
  return {
    url: `http://127.0.0.1:${server.port}`,
    async stop() {
      guarded.delete(server.port)
      await server.stop()
    },
  }
}
