import type { Answer, GatewayEvent } from './call.ts'
import { openCall } from './open-call.ts'
import { lateAnswer } from './response/answer-problem.ts'

type Handler = (event: GatewayEvent, context?: unknown) => Promise<Answer>

/**
 * Answers every request before the timeout of its function. Writes that were not sent by then are never sent, and the
 * answer says whether anything may have been changed.
 */
export const inTime =
  (pipeline: Handler, spec: { oauth?: boolean; acts?: boolean } = {}): Handler =>
  async (event, context) => {
    const opened = openCall({ event, context }, spec)
    const { deadline } = opened.call
    const working = pipeline(event, context)
    if (!deadline) return await working
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<Answer>((resolve) => {
      timer = setTimeout(() => resolve(lateAnswer(opened)), deadline.millisecondsLeft())
    })
    try {
      return await Promise.race([working, late])
    } finally {
      clearTimeout(timer)
    }
  }
