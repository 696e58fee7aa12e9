import type { App } from '../../platform/app/app.ts'
import { orNotFound } from '../../platform/problem.ts'
import type { StoredDocument } from '../documents/document.ts'
import { findDocument } from '../documents/document-store.ts'
import { openPortalLink } from './portal-link.ts'

/** Finds the document of a portal link; a void document is not found. */
export const openSharedDocument = async (app: App, token: string, now: Date): Promise<StoredDocument> => {
  const { tenant, documentId } = orNotFound(await openPortalLink(app, token, now))
  const document = await findDocument(app.db, tenant, documentId)
  return orNotFound(document?.status === 'void' ? undefined : document)
}
