import { addTemplate } from '../../../lib/notification/templates/change-template.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { CreateTemplateInput, NotificationTemplate } from '../../../schemas/notification/notification-template.ts'

export const createTemplate = endpoint({
  route: 'POST /api/notification/templates',
  scope: 'notification:template:write',
  summary: 'Write a template for a topic, a channel and a locale that have none',
  description: 'Templates are Liquid, without includes. [The topics](/api/docs/topics) name the variables of each.',
  body: CreateTemplateInput,
  success: 201,
  returns: NotificationTemplate,
  problems: ['ALREADY_EXISTS'],
  run: (_app, { caller, body, unit }) => addTemplate(unit, caller.tenant, body),
})
