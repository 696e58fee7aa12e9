import type { IncomingMessage, ServerResponse } from 'node:http'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { serve } from '../serve.ts'
import { buildHttpEvent, readBytes, sendAnswer } from './http-event.ts'
import { type LocalFunction, Overrun } from './local-function.ts'
import { makeRoutes } from './routes.ts'

const OVERRUN =
  'The function did not end in time, so the change may or may not have been made. Check before you send it again.'

const answerError = async (event: APIGatewayProxyEventV2, error: unknown) => {
  console.error(error)
  const { answerFailure, answerUnavailable } = await import('./problem-answer.ts')
  return error instanceof Overrun ? answerUnavailable(event, OVERRUN) : answerFailure(event)
}

const sendText = (response: ServerResponse, status: number, message: string) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ message }))

/** Sends each request to the function to which serverless.yml routes it. */
export const startHttpServer = async (functions: readonly LocalFunction[]): Promise<number> => {
  const find = makeRoutes(functions)

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const { method = 'GET', url = '/' } = request
    const matched = url.startsWith('/') ? find(method, url.split('?')[0] as string) : undefined
    const bytes = await readBytes(request)
    if (!matched) return sendText(response, 404, 'Not Found')
    if (!bytes) return sendText(response, 413, 'Request Entity Too Large')
    const event = buildHttpEvent(request, bytes, matched.routeKey)
    try {
      return sendAnswer(response, (await matched.target.invoke(event)) as APIGatewayProxyStructuredResultV2)
    } catch (error) {
      return sendAnswer(response, await answerError(event, error))
    }
  }

  const { port } = await serve((request, response) => {
    answer(request, response).catch((error: Error) => response.destroy(error))
  })
  return port
}
