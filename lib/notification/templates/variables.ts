import type { TSchema } from 'typebox'
import { moment, text } from '../../../schemas/events/topics/topic.ts'
import { makeTopicExample, TOPICS } from '../../../schemas/events/topics.ts'
import type { TopicName } from '../../../schemas/notification/topic.ts'
import { nullable } from '../../../schemas/types.ts'
import type { Occurred } from '../../platform/events/outbox/outbox.ts'

/** The page of the app that a mailed token is for. */
const PAGES: Partial<Record<TopicName, string>> = {
  'iam.identity.email_verification': '/verify-email',
  'iam.identity.password_reset': '/reset-password',
  'iam.tenant.invitation_sent': '/accept-invitation',
}

const COMMON = {
  appUrl: text('https://app.example.com', { description: 'The app' }),
  actionUrl: text('https://app.example.com/…', {
    description: 'Where the message leads, with its token if it has one',
  }),
  occurredAt: moment('2026-03-02T09:00:00.000Z'),
}

export const isCommon = (name: string) => Object.hasOwn(COMMON, name)

const TOKEN = {
  token: nullable(text('token-from-the-mail', { description: 'Only in e-mails and text messages to its owner' })),
}

const isSealed = (name: string) => name.startsWith('sealed')

/** What templates of a topic may use, each with its example. */
export const listVariablesOfTopic = (topic: TopicName): Record<string, TSchema> => {
  const names = Object.entries<TSchema>(TOPICS[topic].variables.properties)
  const own = names.filter(([name]) => !isSealed(name))
  return { ...Object.fromEntries(own), ...(own.length < names.length && TOKEN), ...COMMON }
}

interface Given {
  appUrl: string
  /** What the event carried sealed, where the message may have it. */
  token: string | null
}

type Said = Pick<Occurred, 'topic' | 'subject' | 'data' | 'occurredAt'>

const buildActionUrl = ({ topic, subject, data }: Said, { appUrl, token }: Given): string => {
  const base = appUrl.endsWith('/') ? appUrl.slice(0, -1) : appUrl
  const page = PAGES[topic as TopicName]
  if (page && token !== null) return `${base}${page}?token=${encodeURIComponent(token)}`
  if ('url' in data && data.url !== null) return data.url
  // The app's pages lie where the URIs of what they show say.
  const path = TOPICS[topic].audience === 'named' ? undefined : subject?.replace(/^\w+:\/\/\//, '/')
  return path ? `${base}${path}` : appUrl
}

/** What the templates of an event see. */
export const buildValues = (said: Said, given: Given): Record<string, unknown> => {
  const own = Object.entries(said.data).filter(([name]) => !isSealed(name))
  const { appUrl, token } = given
  return {
    ...Object.fromEntries(own),
    token,
    appUrl,
    actionUrl: buildActionUrl(said, given),
    occurredAt: said.occurredAt,
  }
}

const OCCURRED_AT = '2026-03-02T09:00:00.000Z'

/** What the templates of a topic see of its example. */
export const buildExampleValues = (topic: TopicName, given: Partial<Given> = {}): Record<string, unknown> => {
  const said = { topic, subject: null, data: makeTopicExample(topic), occurredAt: OCCURRED_AT } as Said
  return buildValues(said, { appUrl: 'https://app.example.com', token: 'token-from-the-mail', ...given })
}
