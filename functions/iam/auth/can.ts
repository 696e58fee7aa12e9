import { decideAbilities, requireAnswer } from '../../../lib/iam/abilities/decide-abilities.ts'
import { identityEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { Abilities, AbilityInput } from '../../../schemas/iam/ability.ts'
import { ABILITY_SUBJECTS } from './ability-subjects.ts'

export const probeAbilities = identityEndpoint({
  route: 'POST /api/auth/can',
  summary: 'Check what you may do',
  allowsServiceAccounts: true,
  description:
    'Returns a verdict for each scope. With a `subject`, actions of its state can be checked too, such as `warehousing:custodian:suspend`. Verdicts are advice: each operation checks again.',
  body: AbilityInput,
  returns: Abilities,
  problems: ['UNAVAILABLE'],
  run: (app, { caller, body }) => requireAnswer(decideAbilities(app, caller, body, ABILITY_SUBJECTS)),
})
