import { verifyAccessToken } from '../../lib/platform/access/access-token.ts'
import { app } from '../../lib/platform/app/app.ts'
import type { GatewayEvent } from '../../lib/platform/http/call.ts'
import { getValidator } from '../../lib/platform/http/request/validators.ts'
import { newId } from '../../lib/platform/id.ts'
import { CreatePartnerInput } from '../../schemas/partner/partner.ts'
import { LIST_SIZE } from './requests.ts'

const AT = '2026-11-21T08:30:00.000Z'
const PARTNER = {
  id: newId(new Date()),
  name: 'Nordlicht Logistik GmbH',
  roles: [],
  countryCode: 'DE',
  defaultCurrency: 'EUR',
  locale: null,
  taxId: null,
  address: null,
  billingContact: null,
  createdAt: AT,
  updatedAt: AT,
}
const MEMBERS = Array.from({ length: LIST_SIZE }, () => PARTNER)

const json = (statusCode: number, value: unknown) => ({
  statusCode,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(value),
})

/** Parses, verifies, validates and answers, and counts, reads and writes nothing. */
export const handler = async (event: GatewayEvent) => {
  await verifyAccessToken(app(), (event.headers.authorization ?? '').slice(7))
  if (event.requestContext.http.method === 'GET')
    return json(200, event.rawQueryString ? { member: MEMBERS, totalItems: LIST_SIZE } : PARTNER)
  const body = JSON.parse(event.body ?? '')
  const validate = await getValidator('POST /bare', 'body', CreatePartnerInput)
  return validate(body) ? json(201, { ...PARTNER, ...body, id: newId(new Date()) }) : json(400, validate.errors)
}
