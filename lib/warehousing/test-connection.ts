import type { Static } from 'typebox'
import type { TestConnectionInput } from '../../schemas/custodian.ts'
import type { App } from '../app.ts'
import type { Id } from '../id.ts'
import { invalid } from '../problem.ts'
import { openConnection } from './connection.ts'
import { connectionViolations, givenCredentials } from './custodian.ts'
import { findCustodian } from './custodian-store.ts'

const failed = (code: string, message: string) => ({ ok: false, code, message })

/** Whether credentials of this shape could connect; those of a custodian count where none are given. */
export const testConnection = async (
  app: Pick<App, 'db' | 'vault'>,
  tenant: Id,
  { type, connectionConfig: { custodianId, ...given } }: Static<typeof TestConnectionInput>,
) => {
  const custodian = custodianId ? await findCustodian(app.db, tenant, custodianId) : undefined
  if (custodianId && !custodian)
    throw invalid({ propertyPath: 'connectionConfig.custodianId', message: 'there is no such custodian' })
  if (custodian && custodian.type !== type)
    return failed('INVALID_ARGUMENT', `The custodian is of the type ${custodian.type}.`)
  const stored = custodian && (await openConnection(app, tenant, custodian))
  const config = { ...stored, ...givenCredentials(given) }
  if (custodian && !Object.keys(config).length)
    return failed('INVALID_ARGUMENT', 'The custodian has no stored connection; finish the wizard first.')
  const [first] = stored && Object.keys(stored).length ? [] : connectionViolations(type, config)
  if (first) return failed('INVALID_ARGUMENT', `${first.propertyPath}: ${first.message}.`)
  return { ok: true, code: 'OK', message: 'The credentials have the shape that this type needs.' }
}
