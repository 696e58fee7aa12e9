import { createRouter } from '../../lib/platform/http/router.ts'
import { createPartner } from './partners/create.ts'
import { getPartner } from './partners/get.ts'
import { listPartners } from './partners/list.ts'
import { updatePartner } from './partners/update.ts'
import { recordVatCheck } from './partners/vat-check.ts'

export const endpoints = {
  listPartners,
  createPartner,
  getPartner,
  updatePartner,
  recordVatCheck,
}

export const handler = createRouter(endpoints)
