import { decideAbilities, requireAnswer } from '../../../lib/iam/abilities/decide-abilities.ts'
import { identityEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { Abilities, AbilityInput } from '../../../schemas/iam/ability.ts'
import { ABILITY_SUBJECTS } from '../ability-subjects.ts'

export const probeAbilities = identityEndpoint({
  route: 'POST /api/auth/can',
  summary: 'What you may do, by scope, also to one resource in its present state',
  description:
    'About a resource also the actions of its states may be asked, such as `warehousing:custodian:suspend`. The verdicts advise: each operation decides for itself.',
  body: AbilityInput,
  returns: Abilities,
  problems: ['UNAVAILABLE'],
  run: (app, { caller, body }) => requireAnswer(decideAbilities(app, caller, body, ABILITY_SUBJECTS)),
})
