import type { App } from '../platform/app/app.ts'
import type { Id } from '../platform/id.ts'
import { type CustodianConnector, CustodianError, type CustodianErrorCode } from './custodian-connector.ts'
import { type CustodianHealth, findHealth, recordFailure, recordSuccess } from './custodian-health-store.ts'

/** Parts of a connector whose functions call the custodian's system. */
const CALLING = ['orders', 'inventory', 'inbound', 'labels'] as const

/** Tells whether a failure is one of the system; a limit of requests and a refused parcel are not. */
const tellsHealth = (part: (typeof CALLING)[number], code: CustodianErrorCode): boolean =>
  code !== 'RATE_LIMITED' && !(part === 'labels' && code === 'INVALID_CONFIG')

const isPromise = (answer: unknown): answer is Promise<unknown> => answer instanceof Promise

type Callable = (...given: unknown[]) => unknown

/**
 * Returns the connector with functions that also record whether the custodian's system answers. A call costs one read for
 * each time that a custodian is opened, and a write only if something changed, or once in ten minutes.
 */
export const observeConnector = (
  { db, clock }: Pick<App, 'db' | 'clock'>,
  tenant: Id,
  custodianId: Id,
  connector: CustodianConnector,
): CustodianConnector => {
  let known: CustodianHealth | undefined
  const record = async (failure?: CustodianError) => {
    try {
      known ??= await findHealth(db, tenant, custodianId)
      const observed = { tenant, custodianId, known, now: clock() }
      known = failure ? await recordFailure(db, observed, failure) : await recordSuccess(db, observed)
    } catch {
      // The outcome of the call counts, and must not be lost because its health could not be noted.
      known = undefined
    }
  }
  const observe = async (part: (typeof CALLING)[number], answer: Promise<unknown>) => {
    try {
      const value = await answer
      await record()
      return value
    } catch (error) {
      if (error instanceof CustodianError && tellsHealth(part, error.code)) await record(error)
      throw error
    }
  }
  const wrap = (name: (typeof CALLING)[number]) => {
    const part = connector[name] as Record<string, unknown> | undefined
    if (!part) return {}
    const functions = Object.keys(part).filter((each) => typeof part[each] === 'function')
    const wrapped = functions.map((each) => [
      each,
      (...given: unknown[]) => {
        const answer = (part[each] as Callable)(...given)
        return isPromise(answer) ? observe(name, answer) : answer
      },
    ])
    return { [name]: { ...part, ...Object.fromEntries(wrapped) } }
  }
  return Object.assign({}, connector, ...CALLING.map(wrap)) as CustodianConnector
}
