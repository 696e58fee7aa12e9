import { verifyAccessToken } from '../../lib/platform/access/access-token.ts'
import { app } from '../../lib/platform/app/app.ts'
import type { GatewayEvent } from '../../lib/platform/http/call.ts'
import { getValidator } from '../../lib/platform/http/request/validators.ts'
import { toUuid } from '../../lib/platform/id.ts'
import { CreateCustodianInput } from '../../schemas/warehousing/custodian.ts'
import { buildCustodian, buildCustodianWithId, CREATE_ROUTE } from './work.ts'

const JSON_HEADERS = { 'Content-Type': 'application/json' }

const verified = (event: GatewayEvent) => verifyAccessToken(app(), (event.headers.authorization ?? '').slice(7))

const presentCustodian = ({ rev, ...custodian }: ReturnType<typeof buildCustodianWithId>) => ({
  ...custodian,
  id: toUuid(custodian.id),
  partnerId: toUuid(custodian.partnerId),
})

/** Creates with the minimum of work: parses, verifies, validates and answers. */
export const rawCreate = async (event: GatewayEvent) => {
  await verified(event)
  const body = JSON.parse(event.body ?? '')
  const validate = await getValidator(CREATE_ROUTE, 'body', CreateCustodianInput)
  if (!validate(body)) return { statusCode: 400, headers: JSON_HEADERS, body: JSON.stringify(validate.errors) }
  return {
    statusCode: 201,
    headers: JSON_HEADERS,
    body: JSON.stringify(presentCustodian(buildCustodian(body, new Date()))),
  }
}

/** Gets with the minimum of work: verifies and answers. */
export const rawGet = async (event: GatewayEvent) => {
  await verified(event)
  const custodian = buildCustodianWithId(event.rawPath.slice(event.rawPath.lastIndexOf('/') + 1))
  return { statusCode: 200, headers: JSON_HEADERS, body: JSON.stringify(presentCustodian(custodian)) }
}
