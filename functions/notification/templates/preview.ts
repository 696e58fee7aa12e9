import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { PreviewTemplateInput, TemplatePreview } from '../../../schemas/notification/notification-template.ts'

export const previewTemplate = endpoint({
  route: 'POST /api/notification/templates/preview',
  scope: 'notification:template:read',
  summary: 'Preview a template',
  description:
    'Renders an example of the topic and stores nothing. Texts that are missing are those in use now, at first the built-in ones.',
  body: PreviewTemplateInput,
  returns: TemplatePreview,
  success: 200,
  async run(app, { caller, body }) {
    const { previewTemplate: preview } = await import('../../../lib/notification/templates/preview-template.ts')
    return await preview(app, caller.tenant, body)
  },
})
