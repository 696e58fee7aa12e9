import type { Static } from 'typebox'
import { endpoint } from '../../lib/platform/http/endpoint.ts'
import { type Id, newId } from '../../lib/platform/id.ts'
import {
  type CreateCustodianInput,
  Custodian,
  CreateCustodianInput as Input,
} from '../../schemas/warehousing/custodian.ts'

export const WRITE = 'warehousing:custodian:write'
export const READ = 'warehousing:custodian:read'
export const CREATE_ROUTE = 'POST /api/warehousing/custodians'
export const GET_ROUTE = 'GET /api/warehousing/custodians/{id}'

/** The trivial work of every contender's POST: builds a custodian from the body and stores nothing. */
export const buildCustodian = (body: Static<typeof CreateCustodianInput>, now: Date) => {
  const at = now.toISOString()
  return {
    id: newId(now),
    partnerId: body.partnerId,
    partnerName: 'Nordlicht Handels GmbH',
    type: body.type,
    name: body.name,
    status: 'active',
    enabledCapabilities: body.enabledCapabilities ?? [],
    connectionConfigured: body.connectionConfig != null,
    rev: 1,
    createdAt: at,
    updatedAt: at,
  }
}

const AT = '2026-11-21T08:30:00.000Z'

/** The trivial work of every contender's GET: builds a custodian with this id. */
export const buildCustodianWithId = (id: Id) => ({
  id,
  partnerId: '01JNBV8ZK4T6Q9WD3E5RXH7M2C',
  partnerName: 'Nordlicht Handels GmbH',
  type: 'fulfilment_api_a',
  name: 'Hamburg East',
  status: 'active',
  enabledCapabilities: ['list_inventory', 'push_inventory', 'cancel_order'],
  connectionConfigured: true,
  rev: 3,
  createdAt: AT,
  updatedAt: AT,
})

export const createTrivially = endpoint({
  route: CREATE_ROUTE,
  scope: WRITE,
  summary: 'Run the whole pipeline around trivial work',
  idempotent: true,
  body: Input,
  success: 201,
  returns: Custodian,
  run: async (_app, { body, now }) => buildCustodian(body, now),
})

export const getTrivially = endpoint({
  route: GET_ROUTE,
  scope: READ,
  summary: 'Run the whole pipeline around trivial work',
  returns: Custodian,
  run: async (_app, { params }) => buildCustodianWithId(params.id),
})
