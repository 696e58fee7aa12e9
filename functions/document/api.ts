import { createRouter } from '../../lib/platform/http/router.ts'
import { downloadDocument } from './documents/download.ts'
import { getDocument } from './documents/get.ts'
import { listDocuments } from './documents/list.ts'
import { downloadSharedDocument } from './portal/download.ts'
import { getSharedDocument } from './portal/get.ts'

export const endpoints = {
  listDocuments,
  getDocument,
  downloadDocument,
  getSharedDocument,
  downloadSharedDocument,
}

export const handler = createRouter(endpoints)
