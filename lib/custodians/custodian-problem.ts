import { toConnectionProblem } from '../platform/connection/connection-problem.ts'
import type { Problem } from '../platform/problem.ts'
import type { CustodianError } from './custodian-connector.ts'

/** Returns the problem for a failed call of a custodian's system, with the codes that all connections share. */
export const toCustodianProblem = (error: CustodianError): Problem => {
  const { code, message, retryAfterSeconds } = error
  const shared = code === 'UNAVAILABLE' ? 'STORE_UNAVAILABLE' : code
  return toConnectionProblem({ code: shared, message, retryAfterSeconds, cause: error })
}
