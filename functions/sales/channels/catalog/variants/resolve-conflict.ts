import { effectEndpoint } from '../../../../../lib/platform/http/endpoint.ts'
import { parseId } from '../../../../../lib/platform/id.ts'
import { describeFieldChange } from '../../../../../lib/platform/store/audit/field-changes.ts'
import { presentChannel } from '../../../../../lib/sales/channels/present-channel.ts'
import { resolveConflict as resolve } from '../../../../../lib/sales/conflicts/resolve-conflict.ts'
import { ResolveConflictInput } from '../../../../../schemas/sales/catalog/resolve-conflict.ts'
import { SalesChannel } from '../../../../../schemas/sales/channel.ts'

export const resolveConflict = effectEndpoint({
  route: 'POST /api/sales/channels/{channelId}/catalog/variants/{variantId}/resolve-conflict',
  scope: 'sales:sync:write',
  summary: 'Resolve the conflicts of a variant',
  description:
    '`accept_mine` publishes the variant at once, even if no conflict was detected, and resolves its conflicts when the shop confirms it. `accept_theirs` is not supported yet: it is refused if there are conflicts and changes nothing if there are none.',
  body: ResolveConflictInput,
  returns: SalesChannel,
  problems: ['CONNECTION_FAILED', 'UPSTREAM_FAILED', 'UPSTREAM_TIMEOUT', 'OPERATION_NOT_ALLOWED'],
  act: (app, { params, body, unit }) => resolve(app, unit, params, body),
  async run({ db }, { unit, params, body }, channel) {
    const changes = [describeFieldChange('resolution', undefined, body.resolution)]
    const resource = parseId(params.variantId) ?? null
    unit.audit.add({ tenant: unit.tenant }, { action: 'update', type: 'conflict', resource, changes })
    return await presentChannel(db, unit.tenant, channel)
  },
})
