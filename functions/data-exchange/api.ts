import { createRouter } from '../../lib/platform/http/router.ts'
import { getConflict } from './conflicts/get.ts'
import { listConflicts } from './conflicts/list.ts'
import { followExportLink } from './export-links/get.ts'
import { getExportContent } from './exports/content.ts'
import { getExport } from './exports/get.ts'
import { listExports } from './exports/list.ts'

export const endpoints = {
  listConflicts,
  getConflict,
  listExports,
  getExport,
  getExportContent,
  followExportLink,
}

export const handler = createRouter(endpoints)
