import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { move } from '../../../lib/platform/moves.ts'
import { CUSTODIAN_MOVES } from '../../../lib/warehousing/custodian.ts'
import { custodians } from '../../../lib/warehousing/custodian-store.ts'
import { Custodian } from '../../../schemas/warehousing/custodian.ts'

export const suspendCustodian = endpoint({
  route: 'POST /api/warehousing/custodians/{id}/suspend',
  scope: 'warehousing:custodian:write',
  summary: 'Suspend an active custodian',
  returns: Custodian,
  problems: ['OPERATION_NOT_ALLOWED'],
  async run(_app, { params, unit }) {
    const custodian = await unit.load(custodians, params.id)
    const status = move(CUSTODIAN_MOVES, 'custodian', custodian.status, 'suspend')
    return unit.update(custodians, custodian, { status })
  },
})
