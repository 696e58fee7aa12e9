import * as Type from 'typebox'
import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { presentChannel } from '../../../../lib/sales/channels/present-channel.ts'
import { requestPublish } from '../../../../lib/sales/publish/publish.ts'
import { SalesChannel } from '../../../../schemas/sales/channel.ts'
import { input } from '../../../../schemas/types.ts'

export const publishCatalog = endpoint({
  route: 'POST /api/sales/channels/{channelId}/catalog/publish',
  scope: 'sales:sync:write',
  summary: "Have the channel's store show what drifted",
  description:
    'A run does it in the background; where one is under way, another follows it. What the store refused is not sent again until it changes or `force` is set, and what is in conflict is kept back until that is resolved or `force` is set.',
  body: input({
    force: Type.Optional(Type.Boolean({ description: 'Publish all that the channel is to show', default: false })),
    planHash: Type.Optional(
      Type.String({ maxLength: 64, description: 'Of the plan: where that no longer fits, nothing is published' }),
    ),
  }),
  bodyOptional: true,
  success: 202,
  returns: SalesChannel,
  problems: ['OPERATION_NOT_ALLOWED'],
  async run(app, { params, body, unit }) {
    return await presentChannel(app.db, unit.tenant, await requestPublish(app, unit, params.channelId, body ?? {}))
  },
})
