import { PROBLEMS, Problem, problemType } from '../problem.ts'
import type { Answer, Opened } from './call.ts'
import { finished } from './closing.ts'

interface Failed {
  event: Opened
  error: unknown
  response: unknown
}

const authenticate = (status: number, code: string): Record<string, string> =>
  status === 401 ? { 'WWW-Authenticate': code === 'UNAUTHENTICATED' ? 'Bearer' : `Bearer error="invalid_token"` } : {}

export const problemAnswer = (problem: Problem, id: string): Answer => {
  const { errorCode, message, violations, headers } = problem
  const [status, title] = PROBLEMS[errorCode]
  return {
    statusCode: status,
    headers: { 'Content-Type': 'application/problem+json', ...authenticate(status, errorCode), ...headers },
    body: JSON.stringify({
      type: problemType(errorCode),
      title,
      status,
      detail: message,
      instance: `urn:uuid:${id}`,
      errorCode,
      ...(violations && { violations }),
    }),
  }
}

/** Turns whatever went wrong into a problem answer. The gate's refusal comes before anything that was found beside it. */
export const problems = async (request: Failed): Promise<void> => {
  const { event } = request
  const { call } = event
  let { error } = request
  try {
    if (call.admission) call.standing = await call.admission
  } catch (denial) {
    error = denial
  }
  const problem =
    error instanceof Problem ? error : new Problem('INTERNAL', 'Something went wrong on our side.', { cause: error })
  if (problem.status >= 500) call.log.error('http.request.failed', problem.cause ?? problem, { route: event.rawPath })
  request.response = finished(event, problemAnswer(problem, call.id))
}
