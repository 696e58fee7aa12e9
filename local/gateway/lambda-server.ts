import type { IncomingMessage, ServerResponse } from 'node:http'
import { serve } from '../serve.ts'
import { readBytes } from './http-event.ts'
import type { LocalFunction } from './local-function.ts'

const INVOCATION = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/

const send = (response: ServerResponse, status: number, value: unknown, headers: Record<string, string> = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value ?? null))

/** Implements the part of Lambda's protocol that its client needs to invoke a function by name. */
export const startLambdaServer = async (functions: readonly LocalFunction[]): Promise<number> => {
  const byName = new Map(functions.map((each) => [each.name, each]))

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const [, name = ''] = INVOCATION.exec(request.url ?? '') ?? []
    const bytes = await readBytes(request)
    const target = byName.get(decodeURIComponent(name))
    if (!target || !bytes) {
      const error = { 'x-amzn-errortype': 'ResourceNotFoundException' }
      return send(response, 404, { Type: 'User', Message: `Function not found: ${name}` }, error)
    }
    try {
      return send(response, 200, await target.invoke(bytes.length ? JSON.parse(bytes.toString()) : {}))
    } catch (error) {
      const { name: errorType, message: errorMessage } = error as Error
      return send(response, 200, { errorType, errorMessage }, { 'x-amz-function-error': 'Unhandled' })
    }
  }

  const { port } = await serve((request, response) => {
    answer(request, response).catch((error: Error) => response.destroy(error))
  })
  return port
}
