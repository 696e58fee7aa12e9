import type { Claims } from '../access/access-token.ts'
import { checkStepUp } from '../access/step-up.ts'
import { Problem } from '../problem.ts'
import type { Middleware } from './call.ts'
import { type EndpointSpec, needsPerson } from './endpoint-spec.ts'

/** Checks that the caller may use the operation: as what it calls, in which tenant, with which scopes and proofs. */
export const authorize = ({
  access,
  allowsServiceAccounts,
  stepUp = false,
}: Pick<EndpointSpec, 'access' | 'allowsServiceAccounts' | 'stepUp'>): Middleware | [] => {
  if (access === 'public') return []
  const isForPeople = needsPerson(access, allowsServiceAccounts)
  return {
    before({ event: { call } }) {
      const caller = call.caller as Claims
      if (caller.type === 'service_account' && isForPeople)
        throw new Problem('PERSON_REQUIRED', 'This operation needs a person. A service account cannot call it.')
      if (access !== 'identity') {
        if (!caller.tenant) throw new Problem('TENANT_REQUIRED', 'Select a tenant first.')
        if (!caller.scopes.has(access)) throw new Problem('SCOPE_MISSING', `This operation needs the scope ${access}.`)
      }
      if (stepUp) checkStepUp(caller, call.now)
    },
  }
}
