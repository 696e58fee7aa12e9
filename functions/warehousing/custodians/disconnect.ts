import { followCustodian } from '../../../lib/fulfilment/custodians/follow-custodian.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { move } from '../../../lib/platform/moves.ts'
import { CUSTODIAN_MOVES, checkDisconnectable } from '../../../lib/warehousing/custodian.ts'
import { custodians } from '../../../lib/warehousing/custodian-store.ts'
import { deleteWizardTokens } from '../../../lib/warehousing/wizard-connection.ts'
import { Custodian } from '../../../schemas/warehousing/custodian.ts'

export const disconnectCustodian = endpoint({
  route: 'POST /api/warehousing/custodians/{id}/disconnect',
  scope: 'warehousing:custodian:write',
  summary: 'Disconnect a custodian that is not internal; its credentials are deleted',
  description: 'Disconnecting a disconnected custodian changes nothing.',
  returns: Custodian,
  problems: ['OPERATION_NOT_ALLOWED'],
  async run(app, { params, unit }) {
    const custodian = await unit.load(custodians, params.id)
    checkDisconnectable(custodian)
    const status = move(CUSTODIAN_MOVES, 'custodian', custodian.status, 'disconnect')
    if (status === custodian.status) return custodian
    if (custodian.sealedConnection) deleteWizardTokens(unit, custodian)
    const nothing = { connectionConfigured: false, sealedConnection: null }
    const after = unit.update(custodians, custodian, { status, ...nothing })
    await followCustodian(app)(unit, custodian, after)
    return after
  },
})
