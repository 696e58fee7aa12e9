import { createRouter } from '../../lib/platform/http/router.ts'
import { createAcceptanceRuleSet } from './acceptance-rule-sets/create.ts'
import { dryRunAcceptanceRules } from './acceptance-rule-sets/dry-run.ts'
import { getAcceptanceRuleSet } from './acceptance-rule-sets/get.ts'
import { listAcceptanceRuleSets } from './acceptance-rule-sets/list.ts'
import { updateAcceptanceRuleSet } from './acceptance-rule-sets/update.ts'
import { getChannelAnalytics } from './channels/analytics/get.ts'
import { listChannelAnalytics } from './channels/analytics/list.ts'
import { detectConflicts } from './channels/catalog/detect-conflicts.ts'
import { listDriftRows } from './channels/catalog/drift/rows.ts'
import { getDriftSummary } from './channels/catalog/drift.ts'
import { importCatalog } from './channels/catalog/import.ts'
import { getCatalogPlan } from './channels/catalog/plan.ts'
import { publishCatalog } from './channels/catalog/publish.ts'
import { browseRemoteCatalog } from './channels/catalog/remote.ts'
import { getVariantDiff } from './channels/catalog/variants/diff.ts'
import { getListingOverrides } from './channels/catalog/variants/overrides/get.ts'
import { setListingOverrides } from './channels/catalog/variants/overrides/set.ts'
import { resolveConflict } from './channels/catalog/variants/resolve-conflict.ts'
import { clearCatalogLink } from './channels/catalog-links/remove.ts'
import { bindCatalogLink } from './channels/catalog-links/set.ts'
import { connectChannel } from './channels/create.ts'
import { updateChannelCredentials } from './channels/credentials/update.ts'
import { setChannelCurrencies } from './channels/currencies/set.ts'
import { deleteChannel } from './channels/delete.ts'
import { disconnectChannel } from './channels/disconnect.ts'
import { getExternalOrderPayload } from './channels/external-orders/get.ts'
import { getChannel } from './channels/get.ts'
import { getChannelHealth } from './channels/health.ts'
import { bulkImportOrders } from './channels/import-orders.ts'
import { listInventoryPlan } from './channels/inventory/plan.ts'
import { publishInventory } from './channels/inventory/publish.ts'
import { listChannels } from './channels/list.ts'
import { setChannelLocales } from './channels/locales/set.ts'
import { linkMerchant } from './channels/merchant/set.ts'
import { getMissingOrders } from './channels/missing-orders/get.ts'
import { resolveMissingOrders } from './channels/missing-orders/resolve.ts'
import { pauseChannel } from './channels/pause.ts'
import { reconcileOrders } from './channels/reconcile.ts'
import { reconnectChannel } from './channels/reconnect.ts'
import { refreshChannelCapabilities } from './channels/refresh-capabilities.ts'
import { resumeChannel } from './channels/resume.ts'
import { setSourcingPrincipal } from './channels/sourcing-principal/set.ts'
import { getSyncHealth } from './channels/sync-health/get.ts'
import { getSyncRun } from './channels/sync-runs/get.ts'
import { listSyncRuns } from './channels/sync-runs/list.ts'
import { getSyncRecord } from './channels/sync-runs/records/get.ts'
import { listSyncRecords } from './channels/sync-runs/records.ts'
import { retrySyncRun } from './channels/sync-runs/retry.ts'
import { testChannelConnection } from './channels/test-connection.ts'
import { listUnbilledOrdersOfChannel } from './channels/unbilled-orders.ts'
import { updateChannel } from './channels/update.ts'
import { getWebhookDelivery } from './channels/webhook-deliveries/get.ts'
import { listWebhookDeliveries } from './channels/webhook-deliveries/list.ts'
import { replayWebhookDelivery } from './channels/webhook-deliveries/replay.ts'
import { subscribeWebhookTopic } from './channels/webhooks/add.ts'
import { getWebhookSubscription } from './channels/webhooks/get.ts'
import { listWebhookSubscriptions } from './channels/webhooks/list.ts'
import { removeWebhookSubscription } from './channels/webhooks/remove.ts'
import { rotateWebhookSecret } from './channels/webhooks/rotate-secret.ts'
import { discoverStoreChannels } from './connections/store-channels.ts'
import { listCustomerAddresses } from './customers/addresses.ts'
import { getCustomerData } from './customers/data.ts'
import { eraseCustomer } from './customers/erase.ts'
import { exportCustomers } from './customers/export.ts'
import { getCustomer } from './customers/get.ts'
import { listCustomers } from './customers/list.ts'
import { mergeCustomers } from './customers/merge.ts'
import { updateCustomer } from './customers/update.ts'
import { receiveChannelWebhook } from './hooks/channels/receive.ts'
import { createMerchant } from './merchants/create.ts'
import { getMerchant } from './merchants/get.ts'
import { listMerchants } from './merchants/list.ts'
import { updateMerchant } from './merchants/update.ts'
import { channelOAuthCallback } from './oauth/channels/callback.ts'
import { exportOrderRows } from './order-rows/export.ts'
import { acceptOrder } from './orders/accept.ts'
import { cancelOrder } from './orders/cancel.ts'
import { createOrder } from './orders/create.ts'
import { exportOrders } from './orders/export.ts'
import { getOrderFulfilments } from './orders/fulfilments.ts'
import { getOrder } from './orders/get.ts'
import { holdOrder } from './orders/hold.ts'
import { listOrders } from './orders/list.ts'
import { rejectOrder } from './orders/reject.ts'
import { releaseOrder } from './orders/release.ts'
import { listOrderRevisions } from './orders/revisions.ts'
import { listOrderTimeline } from './orders/timeline.ts'
import { updateOrder } from './orders/update.ts'
import { listAllSyncRuns } from './sync-runs/list.ts'

export const endpoints = {
  getSyncHealth,
  getChannelHealth,
  listUnbilledOrdersOfChannel,
  getDriftSummary,
  listDriftRows,
  getVariantDiff,
  getCatalogPlan,
  publishCatalog,
  listInventoryPlan,
  publishInventory,
  browseRemoteCatalog,
  importCatalog,
  detectConflicts,
  resolveConflict,
  getListingOverrides,
  setListingOverrides,
  listAcceptanceRuleSets,
  createAcceptanceRuleSet,
  dryRunAcceptanceRules,
  getAcceptanceRuleSet,
  updateAcceptanceRuleSet,
  listChannelAnalytics,
  getChannelAnalytics,
  bulkImportOrders,
  getExternalOrderPayload,
  getMissingOrders,
  resolveMissingOrders,
  listAllSyncRuns,
  listSyncRuns,
  getSyncRun,
  listSyncRecords,
  getSyncRecord,
  retrySyncRun,
  reconcileOrders,
  listOrders,
  createOrder,
  exportOrders,
  exportOrderRows,
  getOrder,
  getOrderFulfilments,
  listOrderRevisions,
  listOrderTimeline,
  acceptOrder,
  rejectOrder,
  cancelOrder,
  holdOrder,
  releaseOrder,
  updateOrder,
  listChannels,
  connectChannel,
  testChannelConnection,
  getChannel,
  updateChannel,
  deleteChannel,
  pauseChannel,
  resumeChannel,
  disconnectChannel,
  linkMerchant,
  setSourcingPrincipal,
  setChannelCurrencies,
  setChannelLocales,
  bindCatalogLink,
  clearCatalogLink,
  updateChannelCredentials,
  refreshChannelCapabilities,
  reconnectChannel,
  discoverStoreChannels,
  channelOAuthCallback,
  subscribeWebhookTopic,
  getWebhookSubscription,
  listWebhookSubscriptions,
  removeWebhookSubscription,
  rotateWebhookSecret,
  listWebhookDeliveries,
  getWebhookDelivery,
  replayWebhookDelivery,
  receiveChannelWebhook,
  listCustomers,
  exportCustomers,
  getCustomer,
  getCustomerData,
  eraseCustomer,
  updateCustomer,
  mergeCustomers,
  listCustomerAddresses,
  listMerchants,
  createMerchant,
  getMerchant,
  updateMerchant,
}

export const handler = createRouter(endpoints)
