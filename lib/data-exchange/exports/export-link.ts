import { findMembersByIdentity } from '../../iam/list-members.ts'
import { listScopesOfRole } from '../../platform/access/scopes.ts'
import { createSignedToken, openSignedToken } from '../../platform/access/signed-token.ts'
import type { App } from '../../platform/app/app.ts'
import { type Id, parseId } from '../../platform/id.ts'
import { notFound } from '../../platform/problem.ts'
import type { StoredExport } from './export.ts'
import { findExport } from './export-store.ts'

const PURPOSE = 'export-link'

/** Creates the link of a mail, which ends with the file of the export. */
export const createExportLink = async (
  app: App,
  tenant: Id,
  { id, expiresAt }: Pick<StoredExport, 'id' | 'expiresAt'>,
): Promise<string> => {
  const until = String(Math.floor(Date.parse(expiresAt ?? '') / 1000))
  const token = await createSignedToken(app, PURPOSE, [tenant, id, until])
  return `${app.config.publicUrl}/api/data-exchange/export-links/${token}`
}

/**
 * Returns the export of a link. Throws 404 if the link is forged or expired, and if whoever asked has left the tenant or must
 * not read the collection any more.
 */
export const openExportLink = async (
  app: App,
  token: string,
  now: Date,
): Promise<{ tenant: Id; found: StoredExport }> => {
  const [tenant = '', exportId = '', until = ''] = (await openSignedToken(app, PURPOSE, token)) ?? []
  if (!parseId(tenant) || !parseId(exportId) || Number(until) <= now.getTime() / 1000) throw notFound()
  const found = await findExport(app.db, tenant, exportId)
  if (found?.status !== 'ready') throw notFound()
  const [member] = await findMembersByIdentity(app.db, tenant, [found.requestedBy])
  if (member?.status !== 'active' || !listScopesOfRole(member.role).includes(found.scope)) throw notFound()
  return { tenant, found }
}
