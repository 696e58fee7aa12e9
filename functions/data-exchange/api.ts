import { createRouter } from '../../lib/platform/http/router.ts'
import { getConflict } from './conflicts/get.ts'
import { listConflicts } from './conflicts/list.ts'

export const endpoints = {
  listConflicts,
  getConflict,
}

export const handler = createRouter(endpoints)
