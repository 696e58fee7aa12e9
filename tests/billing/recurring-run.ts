import { handler } from '../../functions/billing/every-quarter-hour-bill-recurring.ts'
import { app } from '../../lib/platform/app/app.ts'
import { listDuePartitions } from '../../lib/platform/store/table/due.ts'
import { aMember, type Member } from '../support/client.ts'

/** Does something at another time, as a member of the tenant who is signed in then. */
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

/** The run that bills recurring profiles, as if it were this time; several at once where asked for. */
export const runAt = (time: string, runs = 1) =>
  at(time, 'nobody', () => Promise.all(Array.from({ length: runs }, () => handler({}))))

/** What is due of a kind, up to a time if one is given. */
export const dueItems = async (kind: string, to?: string) => {
  const found = listDuePartitions(kind).map((pk) =>
    app().db.query({ pk, index: 'due', ...(to !== undefined && { to }) }),
  )
  return (await Promise.all(found)).flat()
}

/** Profiles about which something is still to be done, up to a time if one is given. */
export const dueProfiles = (to?: string) => dueItems('recurring-profile', to)

/** Lets no later run find what is due of these kinds. */
export const forgetDue = async (...kinds: string[]) => {
  for (const kind of kinds)
    for (const { pk, sk } of await dueItems(kind))
      await app().db.update({ update: { pk, sk }, set: 'REMOVE #duePk, #dueSk' })
}

/** Lets no later run find what is due by now. */
export const forgetDueProfiles = () => forgetDue('recurring-profile')
