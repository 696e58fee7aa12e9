import { router } from '../../lib/http/router.ts'
import { getConflict } from './conflicts/get.ts'
import { listConflicts } from './conflicts/list.ts'

export const endpoints = {
  listConflicts,
  getConflict,
}

export const handler = router(endpoints)
