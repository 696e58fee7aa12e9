import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type { Answer, GatewayEvent, Opened } from '../../lib/platform/http/call.ts'
import { openCall } from '../../lib/platform/http/open-call.ts'
import { buildProblemAnswer } from '../../lib/platform/http/response/answer-problem.ts'
import { addHeaders } from '../../lib/platform/http/response/response-headers.ts'
import type { Problem } from '../../lib/platform/problem.ts'

/** Builds the answer for a problem of the gateway itself, with the headers of every other answer. */
export const answerWithProblem = (event: APIGatewayProxyEventV2, problem: Problem): Answer => {
  openCall({ event: event as GatewayEvent })
  const opened = event as Opened
  return addHeaders(opened, buildProblemAnswer(problem, opened.call.id))
}
