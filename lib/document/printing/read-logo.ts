import type { App } from '../../platform/app/app.ts'
import { createBoundedCache } from '../../platform/bounded-cache.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { getLogoFile } from '../../storage/logo/get-logo-file.ts'
import { fetchLogo, parsePicture } from './fetch-logo.ts'
import type { Picture } from './printed-document.ts'

/** Pictures by path. The content at a path never changes. */
const cache = createBoundedCache<Picture>(50)

/**
 * Reads the picture that the tenant has set as logo, or else fetches the one at the outside address. Returns null if there
 * is none, because a document can do without its logo.
 */
export const readLogo = async (app: App, tenant: Id, outsideUrl: string | null, log: Log): Promise<Picture | null> => {
  const logo = await getLogoFile(app.db, tenant)
  if (!logo) return await fetchLogo(app, outsideUrl, log)
  const known = cache.get(logo.path)
  if (known) return known
  const content = await app.files.find(logo.path)
  const picture = content && parsePicture(content)
  if (picture) cache.set(logo.path, picture)
  else log.warn('document.logo.missing', { reason: 'erased' })
  return picture ?? null
}
