import { getSetting } from '../configuration/get-settings.ts'
import type { App } from '../platform/app/app.ts'
import type { Id } from '../platform/id.ts'
import type { Members } from '../platform/store/lists/list.ts'

type Using = Pick<App, 'db'>
type Show<T, S> = (found: T, locale: string) => S

const readLocale = (app: Using, tenant: Id) => getSetting(app, tenant, 'general.locale')

/** Presents a record in the tenant's locale, which is read while the record is. */
export const presentWithLocale = async <T, S>(
  app: Using,
  tenant: Id,
  pending: Promise<T>,
  show: Show<T, S>,
): Promise<S> => {
  const [found, locale] = await Promise.all([pending, readLocale(app, tenant)])
  return show(found, locale)
}

export const presentPage = <T, S>(
  app: Using,
  tenant: Id,
  pending: Promise<Members<T>>,
  show: Show<T, S>,
): Promise<Members<S>> =>
  presentWithLocale(app, tenant, pending, ({ items, totalItems }, locale) => ({
    items: items.map((item) => show(item, locale)),
    totalItems,
  }))
