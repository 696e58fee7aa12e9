import { changeTemplate } from '../../../lib/notification/templates/change-template.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { NotificationTemplate, UpdateTemplateInput } from '../../../schemas/notification/notification-template.ts'

export const updateTemplate = endpoint({
  route: 'PATCH /api/notification/templates/{id}',
  scope: 'notification:template:write',
  summary: 'Change a template; members that are absent or null stay as they are',
  description: 'An `htmlBodyTemplate` of null takes the HTML body away; it is made of the body then.',
  body: UpdateTemplateInput,
  returns: NotificationTemplate,
  run: (_app, { params, body, unit }) => changeTemplate(unit, params.id, body),
})
