import type { App } from '../../platform/app/app.ts'
import { orNotFound } from '../../platform/problem.ts'
import type { StoredDocument } from '../documents/document.ts'
import { findDocument } from '../documents/document-store.ts'
import { openPortalLink } from './portal-link.ts'

/** The document behind a link; there is nothing behind one of a document that was taken back. */
export const openSharedDocument = async (app: App, token: string, now: Date): Promise<StoredDocument> => {
  const { tenant, documentId } = orNotFound(await openPortalLink(app, token, now))
  const document = await findDocument(app.db, tenant, documentId)
  return orNotFound(document?.status === 'void' ? undefined : document)
}
