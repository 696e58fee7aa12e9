import { router } from '../../lib/http/router.ts'
import { downloadDocument } from './documents/download.ts'
import { getDocument } from './documents/get.ts'
import { listDocuments } from './documents/list.ts'

export const endpoints = {
  listDocuments,
  getDocument,
  downloadDocument,
}

export const handler = router(endpoints)
