import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { findIdentity } from '../identity-store.ts'

/** Returns the locale of messages about an account; null if its owner wishes for none. */
export const findAccountLocale = async ({ db }: Pick<App, 'db'>, id: Id): Promise<string | null> =>
  (await findIdentity(db, id))?.locale ?? null
