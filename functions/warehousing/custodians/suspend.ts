import { followCustodian } from '../../../lib/fulfilment/custodians/follow-custodian.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { move } from '../../../lib/platform/moves.ts'
import { CUSTODIAN_MOVES } from '../../../lib/warehousing/custodian.ts'
import { custodians } from '../../../lib/warehousing/custodian-store.ts'
import { Custodian } from '../../../schemas/warehousing/custodian.ts'

export const suspendCustodian = endpoint({
  route: 'POST /api/warehousing/custodians/{id}/suspend',
  scope: 'warehousing:custodian:write',
  summary: 'Suspend an active custodian',
  description: 'Orders that it has not got yet are planned again, or raise an incident.',
  returns: Custodian,
  problems: ['OPERATION_NOT_ALLOWED'],
  async run(app, { params, unit }) {
    const custodian = await unit.load(custodians, params.id)
    const status = move(CUSTODIAN_MOVES, 'custodian', custodian.status, 'suspend')
    const after = unit.update(custodians, custodian, { status })
    await followCustodian(app)(unit, custodian, after)
    return after
  },
})
