import { recallLot as act } from '../../../lib/inventory/lots/recall-lot.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Lot, RecallLotInput } from '../../../schemas/inventory/lot.ts'

export const recallLot = endpoint({
  route: 'POST /api/inventory/lots/{id}/recall',
  scope: 'inventory:lot:write',
  summary: 'Recall a lot',
  description:
    'Its pieces cannot be reserved any more. Those that are reserved stay so, and somebody is asked to decide about them.',
  body: RecallLotInput,
  returns: Lot,
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  run: ({ db }, { params, body, unit }) => act(db, unit, params.id, body.reason ?? null),
})
