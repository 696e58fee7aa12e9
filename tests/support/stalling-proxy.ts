import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Starts a proxy that can stall requests to a server, like a network. */
export const startStallingProxy = async (target: string) => {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let isStalling: (chunk: Buffer) => boolean = () => false
  let queue: (() => void)[] = []
  let whenHeld: () => void = () => undefined

  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    let isHeld = false
    const pass = (chunk: Buffer) => {
      if (!far.destroyed) far.write(chunk)
    }
    near.on('data', (chunk) => {
      isHeld = queue.length > 0 && isHeld
      if (isHeld || isStalling(chunk)) {
        isHeld = true
        queue.push(() => pass(chunk))
        whenHeld()
      } else pass(chunk)
    })
    far.pipe(near)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => sockets.delete(socket))
    }
    // Data that was sent before the caller hung up still arrives.
    far.on('close', () => near.destroy())
    near.on('end', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Stalls data with this text and everything after it on the connection. Resolves when data is stalled. */
    stall(text: string): Promise<void> {
      isStalling = (chunk) => chunk.includes(text)
      return new Promise((resolve) => {
        whenHeld = resolve
      })
    },
    resume() {
      isStalling = () => false
      const held = queue
      queue = []
      for (const send of held) send()
    },
    stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
