import type { App } from '../../platform/app/app.ts'
import { createBoundedCache } from '../../platform/bounded-cache.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { getLogoFile } from '../../storage/logo/get-logo-file.ts'
import type { Picture } from './printed-document.ts'

/** Contents by path. The content at a path never changes. */
const cache = createBoundedCache<Buffer>(50)

/** Reads the tenant's logo. Returns null if there is none, because a document can do without its logo. */
export const readLogo = async (app: App, tenant: Id, log: Log): Promise<Picture | null> => {
  const logo = await getLogoFile(app.db, tenant)
  if (!logo) return null
  const content = cache.get(logo.path) ?? (await app.files.find(logo.path))
  if (!content) {
    log.warn('document.logo.missing', { reason: 'erased' })
    return null
  }
  cache.set(logo.path, content)
  return { type: logo.mimeType as Picture['type'], content }
}
