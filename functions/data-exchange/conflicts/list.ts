import { readPageOfConflicts } from '../../../lib/data-exchange/conflict-store.ts'
import { readSubject } from '../../../lib/iam/abilities/read-address.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { CONFLICT_STATES, Conflict } from '../../../schemas/data-exchange/conflict.ts'
import { resourceAddress } from '../../../schemas/resource-address.ts'
import { oneOf } from '../../../schemas/types.ts'
import { ABILITY_SUBJECTS } from '../../iam/auth/ability-subjects.ts'

export const listConflicts = listEndpoint({
  route: 'GET /api/data-exchange/conflicts',
  scope: 'data_exchange:conflict:read',
  summary: 'List conflicts, newest first',
  query: {
    target: resourceAddress({
      description: 'Resource URI of the other side',
      examples: ['commerce:///sales/channels/01K9ZB4A7M2C5X8V1B6N3Q0W4E'],
    }),
    status: oneOf(CONFLICT_STATES),
  },
  of: Conflict,
  itemsPerPage: 30,
  run({ db }, { caller, query: { target, status }, page }) {
    const at = target === undefined ? undefined : readSubject(ABILITY_SUBJECTS, target, 'target')
    return readPageOfConflicts(db, caller.tenant, page, { target: at, status })
  },
})
