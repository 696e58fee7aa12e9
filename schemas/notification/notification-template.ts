import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource, valueResource } from '../resource.ts'
import { id, input, nullable, oneOf, optional, text, timestamp, ulid } from '../types.ts'
import { channelName, topicName } from './topic.ts'

/** The message of one event, or a digest of several. */
export const MESSAGE_FORMS = ['single', 'digest'] as const
export type MessageForm = (typeof MESSAGE_FORMS)[number]

const form = (options: object = {}) =>
  oneOf(MESSAGE_FORMS, {
    description: '`single` for the message of one event, `digest` for a digest of several',
    ...options,
  })

const name = () => text(255, { examples: ['New partners, in German'] })

const locale = (options: object = {}) =>
  Type.String({
    maxLength: 10,
    pattern: '^[A-Za-z]{2,3}([_-][A-Za-z]{4})?([_-]([A-Za-z]{2}|[0-9]{3}))?$',
    title: 'a locale such as de_DE',
    examples: ['de'],
    ...options,
  })

const subject = () =>
  Type.String({
    minLength: 1,
    maxLength: 500,
    pattern: '^ *[^\\s\\u0000-\\u001f\\u0085][^\\u0000-\\u001f\\u0085\\u2028\\u2029]*$',
    title: 'text of 1 to 500 characters on one line',
    description: 'Liquid template of one line: the subject of e-mails, the title in other channels',
    examples: ['Neuer Partner: {{ partnerName }}'],
  })
const body = () =>
  text(20_000, {
    description: 'Liquid template of the text',
    examples: ['{{ partnerName }} ist am {{ occurredAt | date }} dazugekommen.'],
  })
const html = () =>
  nullable(
    text(60_000, {
      description:
        'Liquid with escaped values, for e-mails: a whole page, or the content of the default page. If null, it is derived from the body.',
      examples: ['<p><strong>{{ partnerName }}</strong> ist dazugekommen.</p>'],
    }),
  )

const texts = { subjectTemplate: subject(), bodyTemplate: body(), htmlBodyTemplate: html() }

export const NotificationTemplate = resource('NotificationTemplate', '/api/notification/templates/{id}', {
  id: ulid(),
  notificationType: topicName(),
  channelType: channelName(),
  name: name(),
  locale: locale(),
  form: form(),
  ...texts,
  isActive: Type.Boolean({ description: 'True if the template is used' }),
  tenantId: nullable(ulid({ description: 'Tenant that owns the template' })),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
export type NotificationTemplate = Static<typeof NotificationTemplate.fields>

const { subjectTemplate, bodyTemplate, htmlBodyTemplate } = texts

export const CreateTemplateInput = input({
  notificationType: topicName(),
  channelType: channelName(),
  name: name(),
  subjectTemplate,
  bodyTemplate,
  htmlBodyTemplate: Type.Optional(htmlBodyTemplate),
  locale: Type.Optional(locale({ default: 'en' })),
  form: Type.Optional(form({ default: 'single' })),
  tenantId: Type.Optional(nullable(id({ description: 'Id of the selected tenant' }))),
})
export type CreateTemplateInput = Static<typeof CreateTemplateInput>

export const UpdateTemplateInput = input(
  optional({
    name: nullable(name()),
    subjectTemplate: nullable(subjectTemplate),
    bodyTemplate: nullable(bodyTemplate),
    htmlBodyTemplate,
    isActive: nullable(Type.Boolean()),
  }),
  { minProperties: 1 },
)
export type UpdateTemplateInput = Static<typeof UpdateTemplateInput>

export const PreviewTemplateInput = input({
  notificationType: topicName(),
  channelType: channelName(),
  locale: Type.Optional(locale({ description: 'Default: the language of the tenant' })),
  form: Type.Optional(form({ default: 'single' })),
  ...optional(texts),
})

const EXAMPLE_VALUES = { partnerName: 'Nordlicht Logistik GmbH', occurredAt: '2026-03-02T09:00:00.000Z' }

export const TemplatePreview = valueResource('NotificationTemplatePreview', {
  id: Type.Unsafe<'preview'>({ type: 'string', const: 'preview' }),
  notificationType: topicName(),
  channelType: channelName(),
  locale: locale(),
  form: form(),
  source: oneOf(['given', 'tenant', 'platform', 'built_in'], {
    description: 'Source of the texts that were not given',
  }),
  subjectTemplate: Type.String(),
  bodyTemplate: Type.String(),
  htmlBodyTemplate: nullable(Type.String()),
  variables: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description: 'Variables of the topic with example values',
    examples: [EXAMPLE_VALUES],
  }),
  subject: Type.String({ examples: ['Neuer Partner: Nordlicht Logistik GmbH'] }),
  body: Type.String(),
  htmlBody: nullable(Type.String({ description: 'The whole page of the e-mail' })),
})
