import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Listens on a free local port and returns it. */
export const listen = (answer: RequestListener): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer(answer)
    // The front reuses connections and would lose a request on one that closes by itself. Workers may run for long.
    server.keepAliveTimeout = 0
    server.requestTimeout = 0
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
