import type { Changes } from '../../changes.ts'
import type { Deadline } from '../../deadline.ts'
import { retryingUntil } from './retry-table.ts'
import type { Table, Written } from './table.ts'

/**
 * The table for work that has a deadline: nothing is sent after it, and what is sent before it is accounted for. Both are
 * decided in the instant of the sending, so whoever ends the work and then looks at its changes sees all there will be.
 */
export const timely = (table: Table, deadline: Deadline, changes: Changes): Table => {
  const patient = retryingUntil(table, deadline)

  const begun = async <T>(send: () => Promise<T>): Promise<T> => {
    deadline.require()
    return await send()
  }

  const accounted = async <T>(send: () => Promise<T>, isMade: (outcome: T) => boolean): Promise<T> => {
    deadline.require()
    const settle = changes.begin()
    const outcome = await send()
    settle(isMade(outcome))
    return outcome
  }

  const isWritten = ({ ok }: Written) => ok
  return {
    deadline,
    get: (key) => begun(() => patient.get(key)),
    batchGet: (keys) => begun(() => patient.batchGet(keys)),
    query: (range) => begun(() => patient.query(range)),
    put: (put) => accounted(() => patient.put(put), isWritten),
    update: (update) =>
      update.isBookkeeping ? begun(() => patient.update(update)) : accounted(() => patient.update(update), isWritten),
    transact: (actions, token) =>
      actions.every((action) => 'check' in action || ('isBookkeeping' in action && action.isBookkeeping))
        ? begun(() => patient.transact(actions, token))
        : accounted(
            () => patient.transact(actions, token),
            ({ committed }) => committed,
          ),
  }
}
