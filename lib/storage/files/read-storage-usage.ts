import type { StorageUsage } from '../../../schemas/storage/file.ts'
import { getSetting } from '../../configuration/get-settings.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { MEGABYTE } from './file.ts'
import { readUsage } from './usage-store.ts'

export const readStorageUsage = async (app: Pick<App, 'db'>, tenant: Id): Promise<StorageUsage> => {
  const [usage, megabytes] = await Promise.all([
    readUsage(app.db, tenant),
    getSetting(app, tenant, 'general.storageMegabytes'),
  ])
  return { ...usage, quotaBytes: megabytes * MEGABYTE }
}
