import type { StorageUsage } from '../../../schemas/storage/file.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import { FILE_SETTINGS } from '../file-settings.ts'
import { MEGABYTE } from './file.ts'
import { readUsage } from './usage-store.ts'

export const readStorageUsage = async (app: Pick<App, 'db'>, tenant: Id): Promise<StorageUsage> => {
  const [usage, megabytes] = await Promise.all([
    readUsage(app.db, tenant),
    getSetting(app, tenant, FILE_SETTINGS.storageMegabytes),
  ])
  return { ...usage, quotaBytes: megabytes * MEGABYTE }
}
