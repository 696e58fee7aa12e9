import { findTemplate } from '../../../lib/notification/templates/template-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { NotificationTemplate } from '../../../schemas/notification/notification-template.ts'

export const getTemplate = endpoint({
  route: 'GET /api/notification/templates/{id}',
  scope: 'notification:template:read',
  summary: 'Get a template',
  returns: NotificationTemplate,
  async run({ db }, { caller, params }) {
    return orNotFound(await findTemplate(db, caller.tenant, params.id))
  },
})
