import { findSerialUnit } from '../../../lib/inventory/pieces/serial-unit-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { SerialUnit } from '../../../schemas/inventory/serial-unit.ts'

export const getSerialUnit = endpoint({
  route: 'GET /api/inventory/serial-units/{id}',
  scope: 'inventory:serial_unit:read',
  summary: 'Get a serial unit',
  returns: SerialUnit,
  async run({ db }, { caller, params }) {
    return orNotFound(await findSerialUnit(db, caller.tenant, params.id))
  },
})
