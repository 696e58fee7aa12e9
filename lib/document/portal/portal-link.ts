import { timingSafeEqual } from 'node:crypto'
import { signText } from '../../platform/access/signed-state.ts'
import type { App } from '../../platform/app/app.ts'
import { type Id, parseId } from '../../platform/id.ts'

const PURPOSE = 'document-portal'
const SHAPE = /^([\w-]{20,200})\.([\w-]{43})$/
const DAY_SECONDS = 86_400

interface Linked {
  tenant: Id
  documentId: Id
}

/** Where whoever has the link sees the document, for so many days. */
export const createPortalLink = async (
  app: App,
  { tenant, documentId }: Linked,
  days: number,
  now: Date,
): Promise<string> => {
  const until = Math.floor(now.getTime() / 1000) + days * DAY_SECONDS
  const said = Buffer.from(`${tenant}.${documentId}.${until}`).toString('base64url')
  const signature = await signText(app, PURPOSE, said)
  return `${app.config.publicUrl}/api/document/portal/${said}.${signature.toString('base64url')}`
}

/** What a link opens; undefined for one that is not ours, was changed or has expired. */
export const openPortalLink = async (app: App, token: string, now: Date): Promise<Linked | undefined> => {
  const [, said = '', signature = ''] = SHAPE.exec(token) ?? []
  if (!said || !timingSafeEqual(Buffer.from(signature, 'base64url'), await signText(app, PURPOSE, said)))
    return undefined
  const [tenant = '', documentId = '', until = ''] = Buffer.from(said, 'base64url').toString().split('.')
  if (!parseId(tenant) || !parseId(documentId) || Number(until) <= now.getTime() / 1000) return undefined
  return { tenant, documentId }
}
