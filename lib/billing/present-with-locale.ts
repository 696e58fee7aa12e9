import { getSetting } from '../configuration/setting-of.ts'
import type { App } from '../platform/app/app.ts'
import type { Id } from '../platform/id.ts'
import type { Members } from '../platform/store/lists/list.ts'

type Using = Pick<App, 'db'>
type Show<T, S> = (found: T, locale: string) => S

const readLocale = (app: Using, tenant: Id) => getSetting(app, tenant, 'general.locale')

/** What was found as the tenant's locale writes it; that is read beside it. */
export const presentWithLocale = async <T, S>(
  app: Using,
  tenant: Id,
  finding: Promise<T>,
  show: Show<T, S>,
): Promise<S> => {
  const [found, locale] = await Promise.all([finding, readLocale(app, tenant)])
  return show(found, locale)
}

export const presentPage = <T, S>(
  app: Using,
  tenant: Id,
  finding: Promise<Members<T>>,
  show: Show<T, S>,
): Promise<Members<S>> =>
  presentWithLocale(app, tenant, finding, ({ items, totalItems }, locale) => ({
    items: items.map((item) => show(item, locale)),
    totalItems,
  }))
