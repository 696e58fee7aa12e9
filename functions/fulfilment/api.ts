import { createRouter } from '../../lib/platform/http/router.ts'
import { getFulfilmentAnalytics } from './analytics/get.ts'
import { authorizeReturn } from './returns/authorize.ts'
import { cancelReturn } from './returns/cancel.ts'
import { requestReturn } from './returns/create.ts'
import { getReturn } from './returns/get.ts'
import { listReturns } from './returns/list.ts'
import { receiveReturn } from './returns/receive.ts'
import { rejectReturn } from './returns/reject.ts'
import { resolveReturn } from './returns/resolve.ts'
import { renderReturnSlip } from './returns/slip.ts'

export const endpoints = {
  listReturns,
  requestReturn,
  getReturn,
  authorizeReturn,
  rejectReturn,
  receiveReturn,
  resolveReturn,
  cancelReturn,
  renderReturnSlip,
  getFulfilmentAnalytics,
}

export const handler = createRouter(endpoints)
