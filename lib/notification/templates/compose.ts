import type { Channel, TopicName } from '../../../schemas/notification/topic.ts'
import { getSettings } from '../../configuration/setting-of.ts'
import { buildMailedTokenContext } from '../../iam/accounts/email-token.ts'
import type { App } from '../../platform/app/app.ts'
import type { Occurred } from '../../platform/events/outbox/outbox.ts'
import type { Id } from '../../platform/id.ts'
import type { Style } from '../../platform/locale/formats.ts'
import type { Log } from '../../platform/log.ts'
import { Undeliverable } from '../undeliverable.ts'
import { findBuiltIn, type Texts } from './built-in.ts'
import { listFallbackLocales } from './locale.ts'
import { type Message, write } from './message.ts'
import { findFittingTemplates } from './template-store.ts'
import { buildValues } from './variables.ts'

/** How a tenant's messages are written. */
export interface Manner {
  style: Style
  /** Under every mail. */
  footer: string | null
  /** Beside the address that mails come from. */
  senderName: string | null
  replyTo: string | null
}

const PLATFORM_MANNER: Manner = { style: { locale: 'en', zone: 'UTC' }, footer: null, senderName: null, replyTo: null }

export const readManner = async (app: Pick<App, 'db'>, tenant: Id | null): Promise<Manner> => {
  if (!tenant) return PLATFORM_MANNER
  const settings = await getSettings(app, tenant, [
    'notifications.defaultLocale',
    'notifications.emailFooter',
    'notifications.senderName',
    'notifications.replyTo',
    'general.locale',
    'general.timezone',
  ])
  const locale = settings['notifications.defaultLocale'] ?? settings['general.locale']
  return {
    style: { locale, zone: settings['general.timezone'] },
    footer: settings['notifications.emailFooter'],
    senderName: settings['notifications.senderName'],
    replyTo: settings['notifications.replyTo'],
  }
}

export interface Chosen {
  source: 'tenant' | 'platform' | 'built_in'
  texts: Texts
  /** The language in which the texts are; dates and amounts follow it. */
  locale: string
}

/** A text in German for who wants Austrian German has Austrian dates. */
const chooseClosest = (spoken: string, [wanted = spoken]: readonly string[]) =>
  wanted.startsWith(`${spoken}_`) ? wanted : spoken

/** What a message can be made of, best first; empty where there is nothing at all. */
export const choose = async (
  { db }: Pick<App, 'db'>,
  tenant: Id | null,
  { topic, channel, locale }: { topic: TopicName; channel: Channel; locale: string },
): Promise<Chosen[]> => {
  const locales = listFallbackLocales(locale)
  const stored = await findFittingTemplates(db, tenant, locales, { notificationType: topic, channelType: channel })
  const own = findBuiltIn(topic, channel)
  return [
    ...stored.map(
      (template): Chosen => ({
        source: template.tenantId ? 'tenant' : 'platform',
        texts: template,
        locale: chooseClosest(template.locale, locales),
      }),
    ),
    ...(own ? [{ source: 'built_in' as const, texts: own, locale: chooseClosest('en', locales) }] : []),
  ]
}

/** Only what reaches its owner alone may carry what opens something. */
const MAY_CARRY_TOKENS: readonly Channel[] = ['email', 'sms']

const openToken = async ({ vault }: Pick<App, 'vault'>, { data }: Occurred, channel: Channel, recipient: Id) =>
  'sealedToken' in data && data.sealedToken && MAY_CARRY_TOKENS.includes(channel)
    ? await vault.open(data.sealedToken, buildMailedTokenContext(recipient))
    : null

/**
 * What is brought to the recipient by the channel. A stored template that cannot be filled in gives way to the next one,
 * so that somebody's slip in a template keeps no message back.
 */
export const compose = async (
  app: Pick<App, 'db' | 'vault' | 'config'>,
  event: Occurred,
  { channel, recipient }: { channel: Channel; recipient: Id },
  log: Log,
): Promise<Message & Pick<Manner, 'senderName' | 'replyTo'>> => {
  const topic = event.topic as TopicName
  const { style, footer, senderName, replyTo } = await readManner(app, event.tenant)
  const [chosen, token] = await Promise.all([
    choose(app, event.tenant, { topic, channel, locale: style.locale }),
    openToken(app, event, channel, recipient),
  ])
  for (const { source, texts, locale } of chosen)
    try {
      const values = buildValues(event, { appUrl: app.config.appUrl, token })
      return { ...(await write(texts, channel, { values, style: { ...style, locale }, footer })), senderName, replyTo }
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'TemplateFlawed') throw error
      log.warn('notification.template.flawed', { topic, channel, source, locale, reason: error.message })
    }
  throw new Undeliverable('NO_TEMPLATE')
}
