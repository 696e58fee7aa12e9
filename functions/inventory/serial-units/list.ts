import { listSerialUnits as list } from '../../../lib/inventory/pieces/serial-unit-store.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { SerialUnit, serialNumber } from '../../../schemas/inventory/serial-unit.ts'
import { id } from '../../../schemas/types.ts'

export const listSerialUnits = listEndpoint({
  route: 'GET /api/inventory/serial-units',
  scope: 'inventory:serial_unit:read',
  summary: 'List serial units, newest first',
  description: '`variantId` and `serialNumber` are given together and name one unit.',
  query: { stockItemId: id(), variantId: id(), serialNumber: serialNumber() },
  of: SerialUnit,
  itemsPerPage: 30,
  run: ({ db }, { caller, query, page }) => list(db, caller.tenant, page, query),
})
