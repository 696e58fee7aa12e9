import { buildStepUpProblem } from '../../platform/access/step-up.ts'
import type { Id } from '../../platform/id.ts'
import { Problem } from '../../platform/problem.ts'
import { getSettings } from '../../platform/settings/get-settings.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { hasShownFactor, type Mfa } from '../mfa.ts'
import { SECURITY_SETTINGS } from '../security-settings.ts'

/** The demands of a tenant on its members. */
interface AccessRules {
  demandsMfa: boolean
  demandsStepUp: boolean
}

export const readAccessRules = async (db: Table, tenant: Id, now: Date): Promise<AccessRules> => {
  const settings = await getSettings({ db }, tenant, [
    SECURITY_SETTINGS.mfaRequired,
    SECURITY_SETTINGS.mfaRequiredFrom,
    SECURITY_SETTINGS.stepUp,
  ])
  const from = settings['security.mfaRequiredFrom']
  return {
    demandsMfa: settings['security.mfaRequired'] && (from === null || from <= now.toISOString().slice(0, 10)),
    demandsStepUp: settings['security.stepUp'],
  }
}

/** Returns why a session cannot work in a tenant with these rules; undefined if it can. */
export const findObstacle = (
  { demandsMfa }: Pick<AccessRules, 'demandsMfa'>,
  { factors }: Pick<Mfa, 'factors'>,
  methods: readonly string[],
): Problem | undefined => {
  if (!demandsMfa) return undefined
  if (!factors.length)
    return new Problem('MFA_ENROLMENT_REQUIRED', 'This tenant requires a second factor. Add one to your account first.')
  return hasShownFactor({ methods }) ? undefined : buildStepUpProblem()
}
