import { getSetting } from '../../configuration/setting-of.ts'
import { findPartnerNames } from '../../partner/partner-names.ts'
import type { App } from '../../platform/app/app.ts'
import { startOfDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import type { Members } from '../../platform/store/lists/list.ts'
import { nextInvoiceDay, type StoredProfile, type WithProfileLines } from './recurring-profile.ts'

type Using = Pick<App, 'db'>

const presentAll = async (app: Using, tenant: Id, found: Promise<(StoredProfile | WithProfileLines)[]>) => {
  const zone = getSetting(app, tenant, 'general.timezone')
  const names = found.then((all) =>
    findPartnerNames(
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

type Shown = Awaited<ReturnType<typeof presentAll>>[number]

/** The profile with its partner's name and the moment at which its next period begins where the tenant is. */
export const presentProfile = async (app: Using, tenant: Id, found: Promise<WithProfileLines>): Promise<Shown> => {
  const [profile] = await presentAll(
    app,
    tenant,
    found.then((one) => [one]),
  )
  return profile as Shown
}

export const presentProfiles = async (app: Using, tenant: Id, found: Promise<Members<StoredProfile>>) => {
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
