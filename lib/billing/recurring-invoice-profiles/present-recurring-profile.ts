import { findPartnerNames } from '../../partner/find-partner-names.ts'
import type { App } from '../../platform/app/app.ts'
import { startOfDay, toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import type { Members } from '../../platform/store/lists/list.ts'
import { findLinesOn } from './lines-by-day.ts'
import { getNextInvoiceDay, type ProfileWithLines, type StoredProfile } from './recurring-profile.ts'

type Using = Pick<App, 'db' | 'clock'>

const presentAll = async (app: Using, tenant: Id, found: Promise<(StoredProfile | ProfileWithLines)[]>) => {
  const zone = getSetting(app, tenant, GENERAL_SETTINGS.timezone)
  const names = found.then((all) =>
    findPartnerNames(
      app.db,
      tenant,
      all.map(({ partnerId }) => partnerId),
    ),
  )
  const [profiles, timezone, namesById] = await Promise.all([found, zone, names])
  return profiles.map((profile) => {
    const next = getNextInvoiceDay(profile)
    return {
      linesByDay: [],
      ...profile,
      lines: 'linesByDay' in profile ? findLinesOn(profile.linesByDay, toLocalDay(timezone, app.clock())) : [],
      partnerName: namesById.get(profile.partnerId) ?? '',
      nextInvoiceAt: next && startOfDay(timezone, next).toISOString(),
    }
  })
}

type PresentedProfile = Awaited<ReturnType<typeof presentAll>>[number]

/** Presents a profile with its partner's name and the start of its next period in the tenant's time zone. */
export const presentRecurringProfile = async (
  app: Using,
  tenant: Id,
  found: Promise<ProfileWithLines>,
): Promise<PresentedProfile> => {
  const [profile] = await presentAll(
    app,
    tenant,
    found.then((one) => [one]),
  )
  return profile as PresentedProfile
}

export const presentRecurringProfiles = async (app: Using, tenant: Id, found: Promise<Members<StoredProfile>>) => {
  const [items, { totalItems }] = await Promise.all([
    presentAll(
      app,
      tenant,
      found.then((page) => page.items),
    ),
    found,
  ])
  return { items, totalItems }
}
