import { escapeAttribute } from '../platform/html.ts'
import type { Id } from '../platform/id.ts'
import type { Table } from '../platform/store/table/table.ts'
import { getLogoFile } from '../storage/logo/get-logo-file.ts'
import type { AttachedFile } from './mailing.ts'

const CID = 'logo'

/** Finds the tenant's logo as a file that a mail carries, because receivers do not load outside pictures. */
export const findMailLogo = async (db: Table, tenant: Id): Promise<AttachedFile | undefined> => {
  const logo = await getLogoFile(db, tenant)
  return logo && { path: logo.path, filename: logo.name, mimeType: logo.mimeType, isUploaded: true, cid: CID }
}

export const renderMailLogo = ({ cid = CID }: AttachedFile, company: string): string =>
  `<p><img src="cid:${cid}" alt="${escapeAttribute(company)}" height="48"></p>`
