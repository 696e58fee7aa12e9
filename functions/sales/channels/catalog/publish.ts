import * as Type from 'typebox'
import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { presentChannel } from '../../../../lib/sales/channels/present-channel.ts'
import { requestPublish } from '../../../../lib/sales/publish/publish.ts'
import { SalesChannel } from '../../../../schemas/sales/channel.ts'
import { input } from '../../../../schemas/types.ts'

export const publishCatalog = endpoint({
  route: 'POST /api/sales/channels/{channelId}/catalog/publish',
  scope: 'sales:sync:write',
  summary: 'Publish the catalog to the shop',
  description:
    'Starts a sync run in the background that pushes variants that have drifted. If a publish is running, another one starts after it. Variants that the shop refused are not sent again until they change, and variants in conflict are withheld until the conflict is resolved, unless `force` is set.',
  body: input({
    force: Type.Optional(Type.Boolean({ description: 'Publish all variants that the channel shows', default: false })),
    planHash: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'Hash of the plan to publish; if the plan has changed, nothing is published',
      }),
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
