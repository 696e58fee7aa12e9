import type { Id } from '../../platform/id.ts'
import { notFound } from '../../platform/problem.ts'
import { entity, type Stored } from '../../platform/store/entities/entity.ts'
import { find, findWithPart, list, type Page } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { LinesByDay } from './lines-by-day.ts'
import type { ProfileWithLines, StoredProfile } from './recurring-profile.ts'

// Recurring invoice profiles:  T#<tenant>#recurring-profile / <id>         listed newest first, by any of partner and
//                                                                          status; due (duePk, dueSk) while it is active
// their lines, by day:         T#<tenant>#recurring-profile-lines / <id>

interface ProfileLines extends Stored {
  linesByDay: LinesByDay
}

export const recurringProfiles = entity<StoredProfile>({
  name: 'recurring-profile',
  shape: 1,
  audit: {},
  lists: [{ facets: ['status'] }, { by: ['partnerId'], facets: ['status'] }],
})

export const profileLines = entity<ProfileLines>({ name: 'recurring-profile-lines', shape: 1, audit: {}, lists: [] })

export const findProfile = (db: Table, tenant: Id, id: string) => find(db, recurringProfiles, tenant, id)

export const findProfileWithLines = async (db: Table, tenant: Id, id: Id): Promise<ProfileWithLines | undefined> => {
  const found = await findWithPart(db, recurringProfiles, profileLines, tenant, id)
  return found && { ...found[0], linesByDay: found[1]?.linesByDay ?? [] }
}

interface Filters {
  status?: string | undefined
  partnerId?: Id | undefined
}

export const readPageOfProfiles = (db: Table, tenant: Id, page: Page, { status, partnerId }: Filters) =>
  list(db, recurringProfiles, tenant, { ...page, facets: { status }, ...(partnerId && { by: { partnerId } }) })

/** Loads the profile named in the request and the item of its lines, for a change of both; checks `If-Match`. */
export const loadProfileAndLines = async (
  db: Table,
  unit: Unit,
  id: Id,
): Promise<{ profile: StoredProfile; stored: ProfileLines }> => {
  const [profile, stored] = (await findWithPart(db, recurringProfiles, profileLines, unit.tenant, id)) ?? []
  if (!profile || !stored) throw notFound()
  unit.match(profile)
  return { profile, stored }
}

/** Loads the profile named in the request with its lines, for a change; checks `If-Match`. */
export const loadProfile = async (db: Table, unit: Unit, id: Id): Promise<ProfileWithLines> =>
  unit.named(await findProfileWithLines(db, unit.tenant, id))

export const updateProfile = (
  unit: Unit,
  { linesByDay, ...before }: ProfileWithLines,
  changes: Partial<StoredProfile>,
): ProfileWithLines => ({ ...unit.update(recurringProfiles, before, changes), linesByDay })
