import { getProblemType, PROBLEMS, Problem, unavailable } from '../../problem.ts'
import type { Answer, Middleware, Opened } from '../call.ts'
import { buildOAuthErrorAnswer } from './oauth-error.ts'
import { addHeaders } from './response-headers.ts'

const authenticate = (status: number, code: string): Record<string, string> =>
  status === 401 ? { 'WWW-Authenticate': code === 'UNAUTHENTICATED' ? 'Bearer' : `Bearer error="invalid_token"` } : {}

export const buildProblemAnswer = (problem: Problem, id: string): Answer => {
  const { errorCode, message, violations, headers } = problem
  const [status, title] = PROBLEMS[errorCode]
  return {
    statusCode: status,
    headers: { 'Content-Type': 'application/problem+json', ...authenticate(status, errorCode), ...headers },
    body: JSON.stringify({
      type: getProblemType(errorCode),
      title,
      status,
      detail: message,
      instance: `urn:uuid:${id}`,
      errorCode,
      ...(violations && { violations }),
    }),
  }
}

const buildAnswer = (problem: Problem, { id, oauth }: Opened['call']): Answer =>
  oauth ? buildOAuthErrorAnswer(problem, buildProblemAnswer(problem, id)) : buildProblemAnswer(problem, id)

const isRead = ({ requestContext, call }: Opened) => !call.acts && ['GET', 'HEAD'].includes(requestContext.http.method)

/** Returns the problem for a request that was ended by its deadline. */
const buildLateProblem = (event: Opened): Problem => {
  if (isRead(event)) return unavailable('This took too long and was ended. Try again in a moment.')
  if (event.call.changes.areNone)
    return unavailable('This took too long and was ended. Nothing was changed. Try again in a moment.')
  return buildUncertainProblem(event, 'This took too long')
}

/** Returns the problem for a change that was sent and whose outcome is unknown. */
const buildUncertainProblem = ({ headers }: Pick<Opened, 'headers'>, why: string, cause?: unknown): Problem => {
  const again = headers['idempotency-key']
    ? 'It is safe to send the request again with the same Idempotency-Key.'
    : 'Check whether it was made before you send the request again.'
  return unavailable(`${why}, and the change may or may not have been made. ${again}`, { cause })
}

/**
 * Replaces a temporary refusal by an uncertain one if a change was sent, since it may have been made. What a read sends to
 * a shop changes nothing there, even if it is a POST.
 */
const correctUncertain = (problem: Problem, event: Opened): Problem =>
  problem.errorCode === 'UNAVAILABLE' && !problem.isCertain && !isRead(event) && !event.call.changes.areNone
    ? buildUncertainProblem(event, 'The service is overloaded', problem.cause ?? problem)
    : problem

const answerLate = (event: Opened): Answer => {
  const { call } = event
  // No further change is sent from here on, so the problem stays true.
  const isFirst = call.deadline?.end()
  const problem = buildLateProblem(event)
  if (isFirst) call.log.error('http.request.failed', problem, { route: event.rawPath })
  return buildAnswer(problem, call)
}

/** Ends the work of a request whose time is up, and returns the response. */
export const lateAnswer = (event: Opened): Answer => addHeaders(event, answerLate(event))

/** Responds to any error with a problem. */
export const answerProblem: Middleware = {
  onError(request) {
    const { event, error } = request
    const { call } = event
    // The answer to an earlier request, which is thrown like an error.
    if (request.response) return
    if (call.deadline?.isOver) {
      request.response = answerLate(event)
      return
    }
    const problem =
      error instanceof Problem
        ? correctUncertain(error, event)
        : new Problem('INTERNAL', 'Something went wrong on our side. Try again later.', { cause: error })
    if (problem.status >= 500) call.log.error('http.request.failed', problem.cause ?? problem, { route: event.rawPath })
    request.response = buildAnswer(problem, call)
  },
}
