import { createRouter } from '../../lib/platform/http/router.ts'
import { getFulfilmentAnalytics } from './analytics/get.ts'
import { getRoutingIncident } from './incidents/get.ts'
import { listRoutingIncidents } from './incidents/list.ts'
import { resolveRoutingIncident } from './incidents/resolve.ts'
import { retryRoutingIncident } from './incidents/retry.ts'
import { cancelFulfilmentOrder } from './orders/cancel.ts'
import { closeFulfilmentOrderShort } from './orders/close-short.ts'
import { createFulfilmentOrder } from './orders/create.ts'
import { getFulfilmentOfOrder } from './orders/fulfilments/get.ts'
import { listFulfilmentsOfOrder } from './orders/fulfilments/list.ts'
import { reverseFulfilment } from './orders/fulfilments/reverse.ts'
import { getFulfilmentOrder } from './orders/get.ts'
import { handOverFulfilmentOrder } from './orders/hand-over.ts'
import { holdFulfilmentOrder } from './orders/hold.ts'
import { listFulfilmentOrders } from './orders/list.ts'
import { reassignFulfilmentOrder } from './orders/reassign.ts'
import { releaseFulfilmentOrder } from './orders/release.ts'
import { splitFulfilmentOrder } from './orders/split.ts'
import { startFulfilmentOrder } from './orders/start.ts'
import { renderPickList } from './pick-lists/create.ts'
import { createFulfilmentPolicy } from './policies/create.ts'
import { deleteFulfilmentPolicy } from './policies/delete.ts'
import { dryRunFulfilmentPolicy } from './policies/dry-run.ts'
import { getFulfilmentPolicy } from './policies/get.ts'
import { listFulfilmentPolicies } from './policies/list.ts'
import { updateFulfilmentPolicy } from './policies/update.ts'
import { authorizeReturn } from './returns/authorize.ts'
import { cancelReturn } from './returns/cancel.ts'
import { listReturnCandidates } from './returns/candidates.ts'
import { requestReturn } from './returns/create.ts'
import { getReturn } from './returns/get.ts'
import { joinReturn } from './returns/join.ts'
import { listReturns } from './returns/list.ts'
import { receiveReturn } from './returns/receive.ts'
import { rejectReturn } from './returns/reject.ts'
import { resolveReturn } from './returns/resolve.ts'
import { renderReturnSlip } from './returns/slip.ts'
import { receiveUnannouncedReturn } from './returns/unannounced.ts'

export const endpoints = {
  getRoutingIncident,
  listRoutingIncidents,
  resolveRoutingIncident,
  retryRoutingIncident,
  cancelFulfilmentOrder,
  closeFulfilmentOrderShort,
  createFulfilmentOrder,
  getFulfilmentOfOrder,
  listFulfilmentsOfOrder,
  reverseFulfilment,
  getFulfilmentOrder,
  handOverFulfilmentOrder,
  holdFulfilmentOrder,
  listFulfilmentOrders,
  reassignFulfilmentOrder,
  releaseFulfilmentOrder,
  splitFulfilmentOrder,
  startFulfilmentOrder,
  createFulfilmentPolicy,
  deleteFulfilmentPolicy,
  dryRunFulfilmentPolicy,
  getFulfilmentPolicy,
  listFulfilmentPolicies,
  updateFulfilmentPolicy,
  listReturns,
  requestReturn,
  receiveUnannouncedReturn,
  getReturn,
  listReturnCandidates,
  joinReturn,
  authorizeReturn,
  rejectReturn,
  receiveReturn,
  resolveReturn,
  cancelReturn,
  renderReturnSlip,
  renderPickList,
  getFulfilmentAnalytics,
}

export const handler = createRouter(endpoints)
