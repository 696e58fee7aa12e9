import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type { Answer, GatewayEvent, Opened } from '../../lib/platform/http/call.ts'
import { openCall } from '../../lib/platform/http/open-call.ts'
import { buildProblemAnswer } from '../../lib/platform/http/response/answer-problem.ts'
import { addHeaders } from '../../lib/platform/http/response/response-headers.ts'
import { Problem } from '../../lib/platform/problem.ts'

/** Builds the answer for a problem of the gateway itself, with the headers of every other answer. */
const answerWithProblem = (event: APIGatewayProxyEventV2, problem: Problem): Answer => {
  openCall({ event: event as GatewayEvent })
  const opened = event as Opened
  return addHeaders(opened, buildProblemAnswer(problem, opened.call.id))
}

/** Builds the answer of a gateway that cannot serve a request now. */
export const answerUnavailable = (event: APIGatewayProxyEventV2, detail: string): Answer =>
  answerWithProblem(event, new Problem('UNAVAILABLE', detail, { headers: { 'Retry-After': '1' } }))

/** Builds the answer of a function that failed. */
export const answerFailure = (event: APIGatewayProxyEventV2): Answer =>
  answerWithProblem(event, new Problem('INTERNAL', 'The function failed. The terminal shows the error.'))
