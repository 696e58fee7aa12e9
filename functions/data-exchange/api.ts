import { router } from '../../lib/http/router.ts'
import { listConflicts } from './conflicts/list.ts'

export const endpoints = {
  listConflicts,
}

export const handler = router(endpoints)
