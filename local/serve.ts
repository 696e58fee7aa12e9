import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Running } from './child.ts'

/** Starts a server on a port of this machine, 0 for a free one. */
export const serve = async (listener: RequestListener, wanted = 0): Promise<Running & { port: number }> => {
  const server = createServer(listener)
  // Clients reuse connections, and a request on one that closes by itself at that moment would fail.
  server.keepAliveTimeout = 0
  // A worker may run longer than any request timeout of the server.
  server.requestTimeout = 0
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(wanted, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
