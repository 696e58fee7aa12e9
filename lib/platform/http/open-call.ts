import { randomUUID } from 'node:crypto'
import { app } from '../app/app.ts'
import { Changes } from '../changes.ts'
import { createSharing } from '../create-sharing.ts'
import { deadlineBefore, type Remaining } from '../deadline.ts'
import { createLog } from '../log.ts'
import type { Call, GatewayEvent, Opened } from './call.ts'
import { groupAddress } from './request/group-address.ts'

const hasTime = (context: unknown): context is Remaining =>
  typeof (context as Partial<Remaining> | undefined)?.getRemainingTimeInMillis === 'function'

/** Time before the timeout of the function at which the answer is sent. */
const RESERVE_MS = 1000

/** Assigns the request its id, its time, its deadline and its log. */
export const openCall = (
  { event, context }: { event: GatewayEvent; context?: unknown },
  { oauth = false, acts = false }: { oauth?: boolean; acts?: boolean } = {},
): Opened => {
  const { requestContext } = event
  const id = randomUUID()
  const call: Call = {
    id,
    log: createLog({ requestId: id, gatewayRequestId: requestContext.requestId }),
    now: app().clock(),
    address: groupAddress(requestContext.http.sourceIp),
    given: {},
    query: {},
    body: undefined,
    shared: createSharing(),
    deadline: hasTime(context) ? deadlineBefore(context, RESERVE_MS) : undefined,
    changes: new Changes(),
    acts,
    oauth,
  }
  return Object.assign(event, { call })
}
