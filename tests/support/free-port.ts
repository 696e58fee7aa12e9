import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

// The system gives higher ports to outgoing connections, so one of them could take a free port before a server listens at it.
const LOWEST = 20_000
const HIGHEST = 32_767

const given = new Set<number>()

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** Returns a port of this machine at which nothing listens, and which this process was not given before. */
export const freePort = async (): Promise<number> => {
  const port = randomInt(LOWEST, HIGHEST + 1)
  if (given.has(port) || !(await isFree(port))) return await freePort()
  given.add(port)
  return port
}
