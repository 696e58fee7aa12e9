import { Agent, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { serve } from '../serve.ts'
import type { GatewayProcess } from './gateway-process.ts'
import { buildHttpEvent, SOURCE_HEADER, sendAnswer } from './http-event.ts'
import type { GatewayPorts } from './ready-line.ts'

/** Headers that apply to one connection only and are not forwarded. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'proxy-connection', 'upgrade', 'te', 'trailer', 'expect'])

const removeHopHeaders = (headers: NodeJS.Dict<string[]>): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !HOP_BY_HOP.has(name))
      .map(([name, values = []]) => [name, values.length === 1 ? (values[0] as string) : values]),
  )

/** Upper bound for the time between the end of a process and its notice. */
const MAX_NOTICE_MS = 1000

const ENDED =
  'The local gateway ended while it handled this request, so the change may or may not have been made. Check before you send it again.'

const STARTING = 'The platform is still starting. Nothing was changed. Try again in a moment.'

const answerRefused = async (request: IncomingMessage, response: ServerResponse, detail: string): Promise<void> => {
  // Loaded late, because it brings much of the platform and few starts need it.
  const { answerUnavailable } = await import('./problem-answer.ts')
  sendAnswer(response, answerUnavailable(buildHttpEvent(request, Buffer.alloc(0), '$default'), detail))
}

const refuse = (request: IncomingMessage, response: ServerResponse, detail = ENDED): void => {
  if (response.headersSent) response.destroy()
  else answerRefused(request, response, detail).catch((error: Error) => response.destroy(error))
}

/**
 * Listens on a port and forwards requests to the current gateway process, so that the process can be replaced. Until the
 * platform is open, requests are refused.
 */
export const startFront = async (
  port: number,
  kind: keyof GatewayPorts,
  current: () => Promise<GatewayProcess>,
  isOpen: () => boolean = () => true,
) => {
  const agent = new Agent({ keepAlive: true })

  const forward = (request: IncomingMessage, response: ServerResponse, to: GatewayProcess) => {
    const done = to.begin()
    const { method, url: path } = request
    const headers = {
      ...removeHopHeaders(request.headersDistinct),
      [SOURCE_HEADER]: request.socket.remoteAddress ?? '',
    }
    const forwarded = send({ host: '127.0.0.1', port: to.ports[kind], method, path, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, removeHopHeaders(answer.headersDistinct))
      answer.pipe(response)
      answer.on('error', () => response.destroy())
    })
    forwarded.on('error', async () => {
      // The connections of a process that has ended fail before its end is known. The next request must find the new one.
      await Promise.race([to.gone, wait(MAX_NOTICE_MS)])
      refuse(request, response)
    })
    forwarded.on('close', done)
    request.on('error', () => forwarded.destroy())
    request.pipe(forwarded)
  }

  const server = await serve((request, response) => {
    if (!isOpen()) return refuse(request, response, STARTING)
    current().then(
      (process) => {
        // Whoever polls a process that is slow to start has given up most requests when it is ready.
        if (!response.destroyed) forward(request, response, process)
      },
      () => refuse(request, response),
    )
  }, port)
  return {
    async stop() {
      await server.stop()
      agent.destroy()
    },
  }
}
