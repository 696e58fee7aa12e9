import { changeTemplate } from '../../../lib/notification/templates/change-template.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { NotificationTemplate, UpdateTemplateInput } from '../../../schemas/notification/notification-template.ts'

export const updateTemplate = endpoint({
  route: 'PATCH /api/notification/templates/{id}',
  scope: 'notification:template:write',
  summary: 'Update a template',
  description:
    'Members that are absent or null stay unchanged, except `htmlBodyTemplate`: null removes it, and the HTML is then derived from the body.',
  body: UpdateTemplateInput,
  returns: NotificationTemplate,
  run: (_app, { params, body, unit }) => changeTemplate(unit, params.id, body),
})
