import type { App } from '../../platform/app.ts'
import { startOfDay } from '../../platform/calendar/day.ts'
import { settingOf } from '../../configuration/setting-of.ts'
import type { Id } from '../../platform/id.ts'
import { partnerNames } from '../../partner/partner-names.ts'
import type { Members } from '../../platform/store/list.ts'
import { nextInvoiceDay, type StoredProfile, type WithProfileLines } from './recurring-profile.ts'

type Using = Pick<App, 'db'>

const shown = async (app: Using, tenant: Id, found: Promise<(StoredProfile | WithProfileLines)[]>) => {
  const zone = settingOf(app, tenant, 'general.timezone')
  const names = found.then((all) =>
    partnerNames(
      app.db,
      tenant,
      all.map(({ partnerId }) => partnerId),
    ),
  )
  const [profiles, timezone, nameOf] = await Promise.all([found, zone, names])
  return profiles.map((profile) => {
    const next = nextInvoiceDay(profile)
    return {
      lines: [],
      ...profile,
      partnerName: nameOf.get(profile.partnerId) ?? '',
      nextInvoiceAt: next && startOfDay(timezone, next).toISOString(),
    }
  })
}

type Shown = Awaited<ReturnType<typeof shown>>[number]

/** The profile with its partner's name and the moment at which its next period begins where the tenant is. */
export const shownProfile = async (app: Using, tenant: Id, found: Promise<WithProfileLines>): Promise<Shown> => {
  const [profile] = await shown(
    app,
    tenant,
    found.then((one) => [one]),
  )
  return profile as Shown
}

export const shownProfiles = async (app: Using, tenant: Id, found: Promise<Members<StoredProfile>>) => {
  const [items, { totalItems }] = await Promise.all([
    shown(
      app,
      tenant,
      found.then((page) => page.items),
    ),
    found,
  ])
  return { items, totalItems }
}
