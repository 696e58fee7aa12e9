import { createRouter } from '../../lib/platform/http/router.ts'
import { finaliseWizard } from './custodian-wizard/auth-callback.ts'
import { beginWizard } from './custodian-wizard/auth-start.ts'
import { getWizardResources } from './custodian-wizard/resources.ts'
import { findCustodianByPartner } from './custodians/by-partner.ts'
import { getCapabilityCatalog } from './custodians/capability-catalog.ts'
import { updateConnectionConfig } from './custodians/connection-config.ts'
import { createCustodian } from './custodians/create.ts'
import { disableCapability } from './custodians/disable-capability.ts'
import { disconnectCustodian } from './custodians/disconnect.ts'
import { enableCapability } from './custodians/enable-capability.ts'
import { getCustodian } from './custodians/get.ts'
import { getCustodianHealth } from './custodians/health.ts'
import { getCustodianInventory } from './custodians/inventory.ts'
import { listCustodians } from './custodians/list.ts'
import { onboardPartnerAsCustodian } from './custodians/onboard.ts'
import { reactivateCustodian } from './custodians/reactivate.ts'
import { suspendCustodian } from './custodians/suspend.ts'
import { testCustodianConnection } from './custodians/test-connection.ts'
import { getCustodianWebhookDelivery } from './custodians/webhook-deliveries/get.ts'
import { listCustodianWebhookDeliveries } from './custodians/webhook-deliveries/list.ts'
import { replayCustodianWebhookDelivery } from './custodians/webhook-deliveries/replay.ts'
import { receiveCustodianWebhook } from './hooks/custodians/receive.ts'

export const endpoints = {
  listCustodians,
  createCustodian,
  findCustodianByPartner,
  getCapabilityCatalog,
  onboardPartnerAsCustodian,
  testCustodianConnection,
  getCustodian,
  enableCapability,
  disableCapability,
  updateConnectionConfig,
  disconnectCustodian,
  reactivateCustodian,
  suspendCustodian,
  beginWizard,
  finaliseWizard,
  getWizardResources,
  getCustodianHealth,
  getCustodianInventory,
  listCustodianWebhookDeliveries,
  getCustodianWebhookDelivery,
  replayCustodianWebhookDelivery,
  receiveCustodianWebhook,
}

export const handler = createRouter(endpoints)
