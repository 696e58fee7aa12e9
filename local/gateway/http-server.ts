import type { IncomingMessage, ServerResponse } from 'node:http'
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { Problem } from '../../lib/platform/problem.ts'
import { serve } from '../serve.ts'
import { buildHttpEvent, readBytes, sendAnswer } from './http-event.ts'
import { type LocalFunction, Overrun } from './local-function.ts'
import { answerWithProblem } from './problem-answer.ts'
import { makeRoutes } from './routes.ts'

const unavailable = (detail: string) => new Problem('UNAVAILABLE', detail, { headers: { 'Retry-After': '1' } })

const OVERRUN =
  'The function did not end in time, so the change may or may not have been made. Check before you send it again.'

const toProblem = (error: unknown) => {
  console.error(error)
  if (error instanceof Overrun) return unavailable(OVERRUN)
  return new Problem('INTERNAL', 'The function failed. The terminal shows the error.')
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
      return sendAnswer(response, answerWithProblem(event, toProblem(error)))
    }
  }

  const { port } = await serve((request, response) => {
    answer(request, response).catch((error: Error) => response.destroy(error))
  })
  return port
}
