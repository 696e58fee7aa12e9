import { createRouter } from '../../lib/platform/http/router.ts'
import { getConflict } from './conflicts/get.ts'
import { listConflicts } from './conflicts/list.ts'
import { followExportLink } from './export-links/get.ts'
import { getExportContent } from './exports/content.ts'
import { getExport } from './exports/get.ts'
import { listExports } from './exports/list.ts'
import { createImport } from './imports/create.ts'
import { listImportErrors } from './imports/errors.ts'
import { getImport } from './imports/get.ts'
import { listImports } from './imports/list.ts'

export const endpoints = {
  listConflicts,
  getConflict,
  listExports,
  getExport,
  getExportContent,
  followExportLink,
  listImports,
  createImport,
  getImport,
  listImportErrors,
}

export const handler = createRouter(endpoints)
