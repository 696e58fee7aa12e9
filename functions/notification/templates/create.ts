import { addTemplate } from '../../../lib/notification/templates/change-template.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { CreateTemplateInput, NotificationTemplate } from '../../../schemas/notification/notification-template.ts'

export const createTemplate = endpoint({
  route: 'POST /api/notification/templates',
  scope: 'notification:template:write',
  summary: 'Create a template',
  description:
    'There is one template for each topic, channel, locale and form. Templates are Liquid without includes; [the topics](/api/docs/topics) list their variables, and those of digests.',
  body: CreateTemplateInput,
  success: 201,
  returns: NotificationTemplate,
  problems: ['ALREADY_EXISTS'],
  run: (_app, { caller, body, unit }) => addTemplate(unit, caller.tenant, body),
})
