import { DIGEST_WINDOWS } from '../../schemas/notification/digest-window.ts'
import { called, defineSettings, optional, preset, secret } from '../platform/settings/define-settings.ts'
import * as form from '../platform/settings/forms.ts'
import { choice, text, whole } from '../platform/settings/kinds.ts'

const web = text(2048, { form: form.address })
const locale = text(35, { form: form.locale })

export const NOTIFICATION_SETTINGS = defineSettings('notifications', {
  senderName: optional(text(100), 'Sender name', 'Display name of the sender of e-mails.'),
  replyTo: optional(text(254, { form: form.email }), 'Reply-to address', 'Address for replies to e-mails.'),
  defaultLocale: optional(locale, 'Language', 'Language and formats of notifications. Defaults to the general locale.'),
  emailFooter: optional(text(500, { lines: true }), 'E-mail footer', 'Text at the end of e-mails.'),
  digestWindow: preset(
    choice(DIGEST_WINDOWS),
    'five_minutes',
    'Digest window',
    'Time within which messages of a topic that follow a first one are gathered for one digest, unless the member chose another.',
  ),
  digestHour: preset(
    whole(0, 23),
    8,
    'Digest hour',
    'Hour of daily digests, in the time zone of the tenant, unless the member chose another.',
  ),
  smsSenderId: optional(
    text(11, { form: form.senderId }),
    'SMS sender',
    'Sender of text messages, in countries that allow it.',
  ),
  slackWebhookUrl: called(secret(web, 'Slack webhook', 'Incoming webhook of the Slack channel for notifications.')),
  webhookUrl: called(optional(web, 'Webhook URL', 'URL to which the webhook channel posts notifications.')),
  webhookSecret: secret(text(255), 'Webhook secret', 'Key that signs posted notifications.'),
})
