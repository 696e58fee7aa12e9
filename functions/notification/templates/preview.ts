import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { PreviewTemplateInput, TemplatePreview } from '../../../schemas/notification/notification-template.ts'

export const previewTemplate = endpoint({
  route: 'POST /api/notification/templates/preview',
  scope: 'notification:template:read',
  summary: "See what texts make of a topic's example; those that are not given are the ones in use",
  description: 'Writes nothing. Without texts it shows what is sent now, and the built-in texts to begin with.',
  body: PreviewTemplateInput,
  returns: TemplatePreview,
  success: 200,
  async run(app, { caller, body }) {
    const { previewTemplate: preview } = await import('../../../lib/notification/templates/preview-template.ts')
    return await preview(app, caller.tenant, body)
  },
})
