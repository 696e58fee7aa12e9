import { createSignedToken, openSignedToken } from '../../platform/access/signed-token.ts'
import type { App } from '../../platform/app/app.ts'
import { type Id, parseId } from '../../platform/id.ts'

const PURPOSE = 'document-portal'
const DAY_SECONDS = 86_400

interface LinkTarget {
  tenant: Id
  documentId: Id
}

/** Creates a link that shows the document to anyone who has it, for the given number of days. */
export const createPortalLink = async (
  app: App,
  { tenant, documentId }: LinkTarget,
  days: number,
  now: Date,
): Promise<string> => {
  const until = Math.floor(now.getTime() / 1000) + days * DAY_SECONDS
  const token = await createSignedToken(app, PURPOSE, [tenant, documentId, String(until)])
  return `${app.config.publicUrl}/api/document/portal/${token}`
}

/** Returns the target of a link; undefined if the link is forged, altered or expired. */
export const openPortalLink = async (app: App, token: string, now: Date): Promise<LinkTarget | undefined> => {
  const [tenant = '', documentId = '', until = ''] = (await openSignedToken(app, PURPOSE, token)) ?? []
  if (!parseId(tenant) || !parseId(documentId) || Number(until) <= now.getTime() / 1000) return undefined
  return { tenant, documentId }
}
