import { timingSafeEqual } from 'node:crypto'
import { signText } from '../../platform/access/signed-state.ts'
import type { App } from '../../platform/app/app.ts'
import { type Id, parseId } from '../../platform/id.ts'

const PURPOSE = 'document-portal'
const TOKEN = /^([\w-]{20,200})\.([\w-]{43})$/
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
  const payload = Buffer.from(`${tenant}.${documentId}.${until}`).toString('base64url')
  const signature = await signText(app, PURPOSE, payload)
  return `${app.config.publicUrl}/api/document/portal/${payload}.${signature.toString('base64url')}`
}

/** Returns the target of a link; undefined if the link is forged, altered or expired. */
export const openPortalLink = async (app: App, token: string, now: Date): Promise<LinkTarget | undefined> => {
  const [, payload = '', signature = ''] = TOKEN.exec(token) ?? []
  if (!payload || !timingSafeEqual(Buffer.from(signature, 'base64url'), await signText(app, PURPOSE, payload)))
    return undefined
  const [tenant = '', documentId = '', until = ''] = Buffer.from(payload, 'base64url').toString().split('.')
  if (!parseId(tenant) || !parseId(documentId) || Number(until) <= now.getTime() / 1000) return undefined
  return { tenant, documentId }
}
