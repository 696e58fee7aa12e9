import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Listens on a free port of this machine, which is returned. */
export const listen = (answer: RequestListener): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer(answer)
    // The front keeps its connections and would lose a request to one that closes by itself; workers take their time.
    server.keepAliveTimeout = 0
    server.requestTimeout = 0
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
