import { handler } from '../../functions/billing/every-quarter-hour-bill-recurring.ts'
import { app } from '../../lib/platform/app/app.ts'
import { listDuePartitions } from '../../lib/platform/store/table/due.ts'
import { aMember, type Member } from '../support/client.ts'

/** Runs an action at another time, as a member of the tenant who is signed in then. */
export const at = async <T>(time: string, tenant: string, work: (member: Member) => Promise<T>): Promise<T> => {
  const { clock } = app()
  const ahead = Date.parse(time) - Date.now()
  app().clock = () => new Date(Date.now() + ahead)
  try {
    return await work(await aMember({ tenant }))
  } finally {
    app().clock = clock
  }
}

/** Runs the schedule that bills recurring profiles at the given time, optionally several times at once. */
export const runScheduleAt = (time: string, runs = 1) =>
  at(time, 'nobody', () => Promise.all(Array.from({ length: runs }, () => handler({}))))

/** Lists due items of a kind, optionally up to a time. */
export const dueItems = async (kind: string, to?: string) => {
  const found = listDuePartitions(kind).map((pk) =>
    app().db.query({ pk, index: 'due', ...(to !== undefined && { to }) }),
  )
  return (await Promise.all(found)).flat()
}

/** Lists due profiles, optionally up to a time. */
export const dueProfiles = (to?: string) => dueItems('recurring-profile', to)

/** Removes due items of these kinds, so that later runs do not find them. */
export const forgetDue = async (...kinds: string[]) => {
  for (const kind of kinds)
    for (const { pk, sk } of await dueItems(kind))
      await app().db.update({ update: { pk, sk }, set: 'REMOVE #duePk, #dueSk' })
}

/** Removes all items due by now, so that later runs do not find them. */
export const forgetDueProfiles = () => forgetDue('recurring-profile')
