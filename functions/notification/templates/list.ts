import * as Type from 'typebox'
import { canonicalizeLocale } from '../../../lib/notification/templates/locale.ts'
import { listTemplates as list } from '../../../lib/notification/templates/template-store.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { NotificationTemplate } from '../../../schemas/notification/notification-template.ts'
import { channelName, topicName } from '../../../schemas/notification/topic.ts'

export const listTemplates = listEndpoint({
  route: 'GET /api/notification/templates',
  scope: 'notification:template:read',
  summary: 'List templates',
  query: {
    notificationType: topicName(),
    channelType: channelName(),
    locale: Type.String({ maxLength: 10, examples: ['de'] }),
  },
  of: NotificationTemplate,
  itemsPerPage: 30,
  run: ({ db }, { caller, query: { locale, ...query }, page }) =>
    list(db, caller.tenant, page, {
      ...query,
      locale: locale === undefined ? undefined : (canonicalizeLocale(locale) ?? locale),
    }),
})
