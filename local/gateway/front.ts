import { Agent, createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import { Problem } from '../../lib/platform/problem.ts'
import type { GatewayProcess } from './gateway-process.ts'
import { httpEvent, SOURCE_HEADER, sendAnswer } from './http-event.ts'
import { answerWithProblem } from './problem-answer.ts'
import type { GatewayPorts } from './ready-line.ts'

/** Headers that concern one connection and not the next. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'proxy-connection', 'upgrade', 'te', 'trailer', 'expect'])

const withoutHops = (headers: NodeJS.Dict<string[]>): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !HOP_BY_HOP.has(name))
      .map(([name, values = []]) => [name, values.length === 1 ? (values[0] as string) : values]),
  )

const ENDED =
  'The local gateway ended while it worked on this request, so it is not known whether the change was made. Look before you send it again.'

const refuse = (request: IncomingMessage, response: ServerResponse): void => {
  if (response.headersSent) {
    response.destroy()
    return
  }
  const problem = new Problem('UNAVAILABLE', ENDED, { headers: { 'Retry-After': '1' } })
  sendAnswer(response, answerWithProblem(httpEvent(request, Buffer.alloc(0), '$default'), problem))
}

/** Holds a port and passes what comes there on to the gateway process of the moment, so that it may be replaced. */
export const startFront = async (port: number, kind: keyof GatewayPorts, current: () => Promise<GatewayProcess>) => {
  const agent = new Agent({ keepAlive: true })

  const pass = (request: IncomingMessage, response: ServerResponse, to: GatewayProcess) => {
    const done = to.begin()
    const { method, url: path } = request
    const headers = {
      ...withoutHops(request.headersDistinct),
      [SOURCE_HEADER]: request.socket.remoteAddress ?? '',
    }
    const onward = send({ host: '127.0.0.1', port: to.ports[kind], method, path, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, withoutHops(answer.headersDistinct))
      answer.pipe(response)
      answer.on('error', () => response.destroy())
    })
    onward.on('error', () => refuse(request, response))
    onward.on('close', done)
    request.on('error', () => onward.destroy())
    request.pipe(onward)
  }

  const server = createServer((request, response) => {
    current().then(
      (process) => pass(request, response, process),
      () => refuse(request, response),
    )
  })
  // Whoever waits for a worker waits as long as the worker may run.
  server.requestTimeout = 0
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    stop() {
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
}
