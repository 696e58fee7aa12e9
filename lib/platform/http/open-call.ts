import { randomUUID } from 'node:crypto'
import { app } from '../app/app.ts'
import { timelyApp } from '../app/timely-app.ts'
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
  const current = app()
  const deadline = hasTime(context) ? deadlineBefore(context, RESERVE_MS) : undefined
  const changes = new Changes()
  const call: Call = {
    id,
    log: createLog({ requestId: id, gatewayRequestId: requestContext.requestId }),
    app: deadline ? timelyApp(current, deadline, changes) : current,
    now: current.clock(),
    address: groupAddress(requestContext.http.sourceIp),
    given: {},
    query: {},
    body: undefined,
    isDryRun: false,
    shared: createSharing(),
    deadline,
    changes,
    acts,
    oauth,
  }
  return Object.assign(event, { call })
}
