import type { CustodianSystem, Dispatch, RemoteFulfilment } from '../custodian-connector.ts'

type Work = (system: CustodianSystem, dispatch: Dispatch) => Promise<RemoteFulfilment>

const running = new Map<string, Promise<RemoteFulfilment>>()

/**
 * Lets callers in this process that dispatch the same order share one dispatch. For systems that accept a reference twice,
 * so that between the look-up and the order there must be no other one; across processes the dispatch's claim sees to that.
 */
export const dispatchOnce =
  (work: Work): Work =>
  (system, dispatch) => {
    const key = `${system.tenant} ${system.custodianId} ${dispatch.reference}`
    const known = running.get(key)
    if (known) return known
    const started = work(system, dispatch).finally(() => running.delete(key))
    running.set(key, started)
    return started
  }
