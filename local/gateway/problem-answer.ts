import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type { Answer, GatewayEvent, Opened } from '../../lib/platform/http/call.ts'
import { finished } from '../../lib/platform/http/response-headers.ts'
import { opening } from '../../lib/platform/http/open-call.ts'
import { problemAnswer } from '../../lib/platform/http/answer-problem.ts'
import type { Problem } from '../../lib/platform/problem.ts'

/** A problem in the place of a function's answer, with the headers that every answer has. */
export const answerWithProblem = (event: APIGatewayProxyEventV2, problem: Problem): Answer => {
  opening({ event: event as GatewayEvent })
  const opened = event as Opened
  return finished(opened, problemAnswer(problem, opened.call.id))
}
