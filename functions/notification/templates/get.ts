import { endpoint } from '../../../lib/http/endpoint.ts'
import { findTemplate } from '../../../lib/notification/template-store.ts'
import { orNotFound } from '../../../lib/problem.ts'
import { NotificationTemplate } from '../../../schemas/notification-template.ts'

export const getTemplate = endpoint({
  route: 'GET /api/notification/templates/{id}',
  scope: 'notification:template:read',
  summary: 'Get a template',
  returns: NotificationTemplate,
  async run({ db }, { caller, params }) {
    return orNotFound(await findTemplate(db, caller.tenant, params.id))
  },
})
