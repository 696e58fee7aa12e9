import type { Middleware } from '../call.ts'
import type { EndpointSpec } from '../endpoint-spec.ts'
import { MAX_BODY_BYTES, readBody, readRawBody } from './body.ts'

/** Parses the body, or takes its bytes if the endpoint wants them raw. */
export const parseBody = (spec: EndpointSpec): Middleware | [] => {
  const { route, raw, maxBytes = MAX_BODY_BYTES } = spec
  if (route.startsWith('GET ') && !raw) return []
  return {
    before({ event }) {
      event.call.body = raw ? readRawBody(event, maxBytes) : readBody(event, maxBytes, spec)
    },
  }
}
