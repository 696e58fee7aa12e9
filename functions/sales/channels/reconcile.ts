import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { requestReconcile } from '../../../lib/sales/reconcile-requests/request-reconcile.ts'
import { ReconcileInput, SyncRun } from '../../../schemas/sales/sync.ts'

export const reconcileOrders = endpoint({
  route: 'POST /api/sales/channels/{channelId}/reconcile',
  scope: 'sales:sync:write',
  summary: "Compare a channel's orders with its shop",
  description:
    'Starts a run of the type `reconcile` in the background, which compares the orders that were placed on these days, at most 92, with those that the shop has now. Its records tell of each order that differs how it does (`finding`) and what ends that (`mend`). Without `apply` the run changes nothing else. With it, orders that were missed are imported, the version of the shop is applied, and orders that the shop deleted are cancelled, unless nothing of them is to be sent any more. What people decided here against the shop, and orders that the shop never had, are marked: no later run reports them until they change. Orders that the channel does not import by its status filters, and orders that change during the run, are left out. `syncSettings.reconcileDays` has the days of a daily run.',
  body: ReconcileInput,
  success: 202,
  returns: SyncRun,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: ({ db }, { params, body, unit }) => requestReconcile(db, unit, params.channelId, body),
})
