import { once } from 'node:events'
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { startApi } from '../../local/api.ts'
import { startFront } from '../../local/gateway/front.ts'
import type { GatewayProcess } from '../../local/gateway/gateway-process.ts'
import { superviseGateway } from '../../local/gateway/supervisor.ts'
import { serve } from '../../local/serve.ts'
import { waitFor } from '../../local/wait.ts'
import { ownFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'

const SERVERLESS = `
service: small
provider:
  region: eu-central-1
functions:
  one:
    handler: functions/one.handler
    events:
      - httpApi: '*'
`

/** Runs first in each process of the functions: it writes down its process and waits while the folder is closed. */
const BRAKE = `
import { existsSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
if (process.argv.includes('--httpPort')) {
  writeFileSync(process.env.STARTED + '/' + process.pid, '')
  while (existsSync(process.env.STARTED + '.closed')) await pause(10)
}
`

let folder: string
let started: string
let open: string
let closed: string
let lines: string[]

const write = async (name: string, text: string) => {
  await mkdir(dirname(join(folder, name)), { recursive: true })
  await writeFile(join(folder, 'new'), text)
  await rename(join(folder, 'new'), join(folder, name))
}
const answer = (expression: string) =>
  `export const handler = async () => ({ statusCode: 200, headers: {}, body: String(${expression}) })`

const listStarted = () => readdir(started)
const isAlive = (pid: string) => {
  try {
    return process.kill(Number(pid), 0)
  } catch {
    return false
  }
}
const buildOptions = () => ({
  folder,
  env: { NODE_OPTIONS: `--import ${join(folder, 'brake.mjs')}`, STARTED: started },
  onLine: (line: string) => void lines.push(line),
})
const startSmallApi = async (startSeconds?: number) => {
  const ports = { port: await freePort(), lambdaPort: await freePort() }
  const api = await startApi({ ...buildOptions(), ...ports, ...(startSeconds !== undefined && { startSeconds }) })
  onTestFinished(() => api.stop())
  return api
}

beforeEach(async () => {
  folder = await ownFolder()
  started = join(folder, 'started')
  open = `${started}.open`
  closed = `${started}.closed`
  lines = []
  await mkdir(started)
  await writeFile(open, '')
  await write('brake.mjs', BRAKE)
  await write('serverless.yml', SERVERLESS)
  await write('functions/one.ts', answer("'a'"))
})
it('starts one process at a time, and one more for all changes meanwhile', async () => {
  const supervisor = await superviseGateway({ ...buildOptions(), port: await freePort() })
  onTestFinished(() => supervisor.stop())
  await rename(open, closed)
  for (let left = 12; left; left--) supervisor.restart()
  await waitFor('the second process', async () => (await listStarted()).length === 2)
  for (let left = 12; left; left--) supervisor.restart()
  const waiting = Array.from({ length: 40 }, () => supervisor.current())
  await rename(closed, open)
  const [first, ...others] = await Promise.all(waiting)
  expect(others.every((each) => each === first)).toBe(true)
  expect(await listStarted()).toHaveLength(3)
})

/** Sends a request, and ends the connection once the returned function is called. */
const sendImpatiently = async (port: number) => {
  const socket = connect(port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  socket.resume()
  const isClosed = once(socket, 'close')
  return async () => {
    socket.end()
    await isClosed
  }
}

it('hands no request to a process that was slow to start if its sender has given up', async () => {
  const { port: http, stop } = await serve((_, response) => response.end('done'))
  onTestFinished(stop)
  const slow = Promise.withResolvers<GatewayProcess>()
  let [asked, begun] = [0, 0]
  const port = await freePort()
  const front = await startFront(port, 'http', () => {
    asked++
    return slow.promise
  })
  onTestFinished(front.stop)
  const givingUp = await Promise.all(Array.from({ length: 30 }, () => sendImpatiently(port)))
  await waitFor('the requests', async () => asked === 30)
  await Promise.all(givingUp.map((giveUp) => giveUp()))
  const patient = fetch(`http://127.0.0.1:${port}`)
  await waitFor('the last request', async () => asked === 31)
  const begin = () => {
    begun++
    return () => undefined
  }
  slow.resolve({ ports: { http, lambda: http }, begin } as GatewayProcess)
  expect(await (await patient).text()).toBe('done')
  expect(begun).toBe(1)
})

it('answers a request whose process ended only when that end is known, so that the next one finds the new process', async () => {
  const asked = Promise.withResolvers<void>()
  const { port: http, stop } = await serve(({ socket }) => {
    asked.resolve()
    socket.destroy()
  })
  onTestFinished(stop)
  const order: string[] = []
  const gone = asked.promise.then(async () => {
    await pause(50)
    order.push('its end is known')
    return 'exit code 3'
  })
  const ended = { ports: { http, lambda: http }, gone, begin: () => () => undefined }
  const port = await freePort()
  const front = await startFront(port, 'http', async () => ended as unknown as GatewayProcess)
  onTestFinished(front.stop)
  const { status } = await fetch(`http://127.0.0.1:${port}`)
  order.push('answered')
  expect([status, order]).toEqual([503, ['its end is known', 'answered']])
})

it('ends a process that does not start, and goes on with the old one', async () => {
  const api = await startSmallApi(1)
  expect(await (await fetch(api.url)).text()).toBe('a')
  await rename(open, closed)
  await write('functions/one.ts', answer("'b'"))
  await waitFor('the refusal', async () => lines.some((line) => line.startsWith('The changed sources do not start')))
  await waitFor('its end', async () => (await listStarted()).filter(isAlive).length === 1)
  expect(await listStarted()).toHaveLength(2)
  expect(await (await fetch(api.url)).text()).toBe('a')
})
