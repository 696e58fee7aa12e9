import { verifyAccessToken } from '../access/access-token.ts'
import { app } from '../app/app.ts'
import { Problem } from '../problem.ts'
import type { Middleware } from './call.ts'
import type { EndpointSpec } from './endpoint-spec.ts'

const BEARER = /^Bearer +/i
/** Reads the bearer token; its verification tells whether it is valid. */
const readBearerToken = (header = '') => {
  if (header.startsWith('Bearer ') && header[7] !== ' ') return header.slice(7)
  const scheme = BEARER.exec(header)
  return scheme ? header.slice(scheme[0].length) : undefined
}

/** Finds out who calls. Whether the session goes on is known from the rate limit, which is counted in the same item. */
export const authenticate = ({ access }: EndpointSpec): Middleware | [] => {
  if (access === 'public') return []
  return {
    async before({ event: { call, headers } }) {
      const token = readBearerToken(headers.authorization)
      if (!token) throw new Problem('UNAUTHENTICATED', 'This operation needs a bearer token.')
      call.caller = await verifyAccessToken(app(), token)
    },
  }
}
