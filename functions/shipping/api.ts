import { createRouter } from '../../lib/platform/http/router.ts'
import { createCarrier } from './carriers/create.ts'
import { deleteCarrier } from './carriers/delete.ts'
import { getCarrier } from './carriers/get.ts'
import { listCarriers } from './carriers/list.ts'
import { updateCarrier } from './carriers/update.ts'

export const endpoints = {
  listCarriers,
  createCarrier,
  getCarrier,
  updateCarrier,
  deleteCarrier,
}

export const handler = createRouter(endpoints)
