import { createServer } from 'node:net'

// The system gives higher ports to outgoing connections, so one of them could take a free port before a server listens at it.
const LOWEST = 20_000
const COUNT = 12_768
/** Processes begin at different ports, so that they do not find the same one at the same moment. */
const STEP = 101

let tried = process.pid * STEP

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** Returns a port of this machine at which nothing listens, another one each time. */
export const freePort = async (): Promise<number> => {
  const port = LOWEST + (tried++ % COUNT)
  return (await isFree(port)) ? port : await freePort()
}
