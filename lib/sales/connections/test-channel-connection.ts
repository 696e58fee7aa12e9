import type { Static } from 'typebox'
import type { ConnectionStatus, TestChannelConnectionInput } from '../../../schemas/sales/channel.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { Problem } from '../../platform/problem.ts'
import { AUTHORIZATION_PENDING } from '../channels/channel.ts'
import { buildShop, probeShop } from '../channels/channel-connection.ts'
import { buildFailedStatus } from '../channels/failed-status.ts'
import { isAwaitingAuthorization, requireConnector } from './connect-channel.ts'

const UNTESTABLE =
  'A shop can be tested with an access_token, or after its owner has authorized the channel. Connect the channel first, then reconnect it.'

/** Tests credentials at a shop without storing them. Malformed credentials are a failed test, too, not a violation. */
export const testChannelConnection = async (
  app: App,
  tenant: Id,
  { type, credentials: given, connectorConfig = {} }: Static<typeof TestChannelConnectionInput>,
): Promise<ConnectionStatus> => {
  const now = app.clock()
  const connector = requireConnector(app, type)
  try {
    const credentials = connector.prepare(given)
    if (isAwaitingAuthorization(connector, credentials))
      return buildFailedStatus({ code: AUTHORIZATION_PENDING.code, message: UNTESTABLE }, now)
    const shop = buildShop(app, connector, `test#${tenant}`, credentials, connectorConfig)
    const nothingToAsk = { connected: true, errorCode: null, errorMessage: null, storeInfo: {} }
    return (await probeShop(app, connector, shop)) ?? { ...nothingToAsk, checkedAt: now.toISOString() }
  } catch (error) {
    if (!(error instanceof Problem && error.violations)) throw error
    const message = error.violations.map(({ propertyPath, message }) => `${propertyPath}: ${message}`).join('; ')
    return buildFailedStatus({ code: 'INVALID_ARGUMENT', message }, now)
  }
}
