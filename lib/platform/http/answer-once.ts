import type { MiddlewareObj } from '@middy/core'
import type { Context } from 'aws-lambda'
import { Problem } from '../problem.ts'
import type { Answer, Opened } from './call.ts'
import type { Work } from './endpoint.ts'
import type { EndpointSpec } from './endpoint-spec.ts'
import { Replayed, readIdempotencyKey } from './idempotency.ts'

/** True once the key is known to be free, or is claimed. */
type Begun = { isBegun?: boolean }

/**
 * Answers each Idempotency-Key once: a repeat gets the answer of the first request. An earlier answer is thrown, because
 * Middy skips every `after` if a `before` answers, and this answer needs its headers, too. `runEndpoint` writes a new
 * answer in the transaction of its unit.
 */
export const answerOnce = (
  { route, idempotent }: EndpointSpec,
  { act }: Work,
): MiddlewareObj<Opened, Answer, Error, Context, Begun> | [] => {
  if (!idempotent) return []
  return {
    async before({ event, internal }) {
      const { call } = event
      const key = readIdempotencyKey(route, event)
      call.idempotency = key
      if (!key || call.isDryRun) return
      const { db } = call.app
      const answered = await (act ? key.claim(db) : key.find(db))
      if (answered) throw new Replayed(answered)
      internal.isBegun = true
    },
    async onError(request) {
      const { idempotency, app } = request.event.call
      try {
        if (idempotency && request.internal.isBegun && !(request.error instanceof Replayed)) {
          // A concurrent request with the same key may have succeeded and be the reason for this problem.
          const answered = request.error instanceof Problem && (await idempotency.find(app.db))
          if (answered) request.error = new Replayed(answered)
          else if (act) await idempotency.release(app.db)
        }
      } catch (failure) {
        request.error = failure as Error
      }
      if (request.error instanceof Replayed) request.response = request.error.answer
    },
  }
}
