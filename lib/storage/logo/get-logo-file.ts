import type { Logo } from '../../../schemas/storage/logo.ts'
import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { getContentPath } from '../files/file.ts'
import { findLogo } from './logo-store.ts'

/** The tenant's logo with the path of its picture. */
interface LogoFile extends Logo {
  path: string
}

/** Returns the tenant's logo; undefined if it has set none. */
export const getLogoFile = async (db: Table, tenant: Id): Promise<LogoFile | undefined> => {
  const logo = await findLogo(db, tenant)
  return logo && { ...logo, path: getContentPath(tenant, logo.fileId) }
}
