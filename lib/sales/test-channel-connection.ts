import type { Static } from 'typebox'
import type { ConnectionStatus, TestChannelConnectionInput } from '../../schemas/channel.ts'
import type { App } from '../app.ts'
import type { Id } from '../id.ts'
import { Problem } from '../problem.ts'
import { failedStatus, probe, storeWith } from './channel-connection.ts'
import { allowedConnector, awaitsAuthorization } from './connect-channel.ts'

/** Whether a store takes these credentials; nothing is stored. Credentials of the wrong form are told as a failure too. */
export const testChannelConnection = async (
  app: App,
  tenant: Id,
  { type, credentials: given, connectorConfig = {} }: Static<typeof TestChannelConnectionInput>,
): Promise<ConnectionStatus> => {
  const now = app.clock()
  const connector = allowedConnector(app, type)
  try {
    const credentials = connector.prepare(given)
    if (awaitsAuthorization(type, credentials))
      return failedStatus(
        { code: 'INVALID_ARGUMENT', message: 'credentials.access_token: is required for a test.' },
        now,
      )
    const store = storeWith(app, connector, `test#${tenant}`, credentials, connectorConfig)
    const nothingToAsk = { connected: true, errorCode: null, errorMessage: null, storeInfo: {} }
    return (await probe(app, connector, store)) ?? { ...nothingToAsk, checkedAt: now.toISOString() }
  } catch (error) {
    if (!(error instanceof Problem && error.violations)) throw error
    const message = error.violations.map(({ propertyPath, message }) => `${propertyPath}: ${message}`).join('; ')
    return failedStatus({ code: 'INVALID_ARGUMENT', message }, now)
  }
}
