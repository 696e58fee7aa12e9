import type { Action, Table } from './table/table.ts'
import { Unit } from './unit.ts'

const KEPT_SECONDS = 3600

/** Builds an action that costs as much and changes nothing that anybody reads. */
const imitateAction = (action: Action, key: { pk: string; sk: string }, expiresAt: number): Action => {
  if ('check' in action) return { check: key, when: 'attribute_not_exists(pk)' }
  const { length } = JSON.stringify('put' in action ? action.put : action)
  return { put: { ...key, kind: 'imitation', expiresAt, filler: ' '.repeat(length) } }
}

/**
 * Makes the transaction of the unit as large as `work` would make it, so that the time of an answer does not tell whether
 * the work was done. Nothing of the work is kept.
 */
export const imitateWork = async (unit: Unit, work: (unit: Unit) => Promise<unknown>): Promise<void> => {
  const { work: name, actor, now } = unit
  const actions: Action[] = []
  const recorder: Pick<Table, 'transact'> = {
    transact: async (given) => {
      actions.push(...given)
      return { committed: true }
    },
  }
  const imitated = new Unit(recorder as Table, { tenant: undefined, actor, now })
  await work(imitated)
  await imitated.commit()
  const expiresAt = Math.floor(now.getTime() / 1000) + KEPT_SECONDS
  for (const [place, action] of actions.slice(unit.size).entries())
    unit.add(imitateAction(action, { pk: `P#imitation#${name}`, sk: `${place}` }, expiresAt))
}
