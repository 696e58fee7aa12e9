import { createRouter } from '../../lib/platform/http/router.ts'
import { exportAuditEntries } from './entries/export.ts'
import { getAuditEntry } from './entries/get.ts'
import { listAuditEntries } from './entries/list.ts'

export const endpoints = {
  listAuditEntries,
  exportAuditEntries,
  getAuditEntry,
}

export const handler = createRouter(endpoints)
