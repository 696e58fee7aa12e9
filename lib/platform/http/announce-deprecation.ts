import type { Middleware } from './call.ts'
import type { EndpointSpec } from './endpoint-spec.ts'

const CHANGELOG = '</api/docs/changelog>; rel="deprecation"; type="text/html"'

/** Adds the headers of RFC 9745 and RFC 8594 to every answer of an operation that will end. */
export const announceDeprecation = ({ deprecated }: EndpointSpec): Middleware | [] => {
  if (!deprecated) return []
  const headers = {
    Deprecation: `@${Date.parse(deprecated.since) / 1000}`,
    Sunset: new Date(deprecated.sunset).toUTCString(),
    Link: CHANGELOG,
  }
  return {
    before({ event }) {
      event.call.headers = headers
    },
  }
}
