import { requirePolicy } from '../../../lib/fulfilment/policies/find-policy-of-channel.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { completeOrderSettings, completeSyncSettings } from '../../../lib/sales/channels/channel.ts'
import { changeChannel, loadChannel } from '../../../lib/sales/channels/channel-store.ts'
import { checkConnectorConfig } from '../../../lib/sales/channels/check-connector-config.ts'
import { presentChannel } from '../../../lib/sales/channels/present-channel.ts'
import { rescheduleSync } from '../../../lib/sales/order-sync/reschedule-sync.ts'
import { SalesChannel, UpdateChannelInput } from '../../../schemas/sales/channel.ts'

export const updateChannel = endpoint({
  route: 'PATCH /api/sales/channels/{id}',
  scope: 'sales:channel:write',
  summary: 'Rename a channel, or replace its settings',
  description: '`syncSettings` and `orderSettings` are replaced as a whole: absent members get their defaults.',
  body: UpdateChannelInput,
  returns: SalesChannel,
  async run({ db }, { params, body: { syncSettings, orderSettings, ...rest }, unit }) {
    const channel = await loadChannel(unit, params.id)
    if (rest.defaultFulfilmentPolicyId) await requirePolicy(db, unit.tenant, rest.defaultFulfilmentPolicyId)
    checkConnectorConfig(channel.type, rest.connectorConfig ?? {})
    const settings = syncSettings === undefined ? channel.syncSettings : completeSyncSettings(syncSettings)
    const changes = {
      ...rest,
      syncSettings: settings,
      ...(orderSettings !== undefined && { orderSettings: completeOrderSettings(orderSettings) }),
    }
    const due = await rescheduleSync(db, unit, channel, changes)
    return await presentChannel(db, unit.tenant, changeChannel(unit, channel, { ...changes, ...due }))
  },
})
