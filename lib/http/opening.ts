import { randomUUID } from 'node:crypto'
import { app } from '../app.ts'
import { logOf } from '../log.ts'
import { countedAddress } from './address.ts'
import type { Call, GatewayEvent, Opened } from './call.ts'

/** The request gets its id, its moment and its log. */
export const opening = ({ event }: { event: GatewayEvent }): void => {
  const { requestContext } = event
  const id = randomUUID()
  const call: Call = {
    id,
    log: logOf({ requestId: id, gatewayRequestId: requestContext.requestId }),
    now: app().clock(),
    address: countedAddress(requestContext.http.sourceIp),
    given: {},
    query: {},
    body: undefined,
  }
  ;(event as Opened).call = call
}
