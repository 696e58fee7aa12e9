import type { TSchema } from 'typebox'
import { moment, text } from '../../../schemas/events/topics/topic.ts'
import { makeTopicExample, TOPICS } from '../../../schemas/events/topics.ts'
import type { TopicName } from '../../../schemas/notification/topic.ts'
import { nullable } from '../../../schemas/types.ts'
import { isRecordPath } from '../../pages/kinds/page-kinds.ts'
import type { Occurred } from '../../platform/events/outbox/outbox.ts'

/** Page that accepts a mailed token, by topic. */
const PAGES: Partial<Record<TopicName, string>> = {
  'iam.identity.email_verification': '/verify-email',
  'iam.identity.password_reset': '/reset-password',
  'iam.tenant.invitation_sent': '/accept-invitation',
}

/** Pages of the platform itself to which messages about an account lead, by topic. */
const ACCOUNT_PAGES: Partial<Record<TopicName, string>> = {
  'iam.identity.mfa_challenge_issued': '/iam/sessions',
  'iam.identity.new_device_login': '/iam/sessions',
}

const COMMON = {
  appUrl: text('https://app.example.com', { description: 'Address of the app' }),
  actionUrl: text('https://app.example.com/…', {
    description: 'Link of the message, with its token if it has one',
  }),
  occurredAt: moment('2026-03-02T09:00:00.000Z'),
}

export const isCommon = (name: string) => Object.hasOwn(COMMON, name)

const TOKEN = {
  token: nullable(text('token-from-the-mail', { description: 'Only in e-mails and text messages to the owner' })),
}

const isSealed = (name: string) => name.startsWith('sealed')

/** Returns the variables of a topic's templates, each with an example. */
export const listTemplateVariables = (topic: TopicName): Record<string, TSchema> => {
  const names = Object.entries<TSchema>(TOPICS[topic].variables.properties)
  const own = names.filter(([name]) => !isSealed(name))
  return { ...Object.fromEntries(own), ...(own.length < names.length && TOKEN), ...COMMON }
}

/** Where links lead: to another application, or to the pages of the platform if both addresses are the same. */
export interface LinkTarget {
  appUrl: string
  publicUrl: string
}

interface Given extends LinkTarget {
  /** The event's sealed token, if the channel may carry it. */
  token: string | null
}

type EventFacts = Pick<Occurred, 'topic' | 'subject' | 'data' | 'occurredAt'>

const choosePage = ({ topic, data }: Pick<EventFacts, 'topic' | 'data'>): string | undefined => {
  if ('purpose' in data && data.purpose === 'email_change') return '/confirm-email-change'
  if ('change' in data && data.change === 'email_changing') return '/undo-email-change'
  return PAGES[topic]
}

const removeSlash = (url: string) => (url.endsWith('/') ? url.slice(0, -1) : url)

const hasOwnPages = ({ appUrl, publicUrl }: LinkTarget) => removeSlash(appUrl) === removeSlash(publicUrl)

/**
 * Builds the link to the page of a subject. The platform has no page of what is stored elsewhere; then it is the start page.
 */
export const buildSubjectUrl = (subject: string | null, target: LinkTarget): string => {
  const { appUrl } = target
  const base = removeSlash(appUrl)
  // The path of a page is the path of its subject's URI.
  const path = subject?.replace(/^\w+:\/\/\//, '/')
  if (hasOwnPages(target)) return path && isRecordPath(path) ? `${base}${path}` : `${base}/sign-in`
  return path ? `${base}${path}` : appUrl
}

const buildActionUrl = ({ topic, subject, data }: EventFacts, { token, ...target }: Given): string => {
  const page = choosePage({ topic, data })
  if (page && token !== null) return `${removeSlash(target.appUrl)}${page}?token=${encodeURIComponent(token)}`
  if ('url' in data && data.url !== null) return data.url
  const account = ACCOUNT_PAGES[topic]
  if (account && hasOwnPages(target)) return `${removeSlash(target.appUrl)}${account}`
  return buildSubjectUrl(TOPICS[topic].audience === 'named' ? null : subject, target)
}

/** Builds the values for the templates of an event. */
export const buildValues = (event: EventFacts, given: Given): Record<string, unknown> => {
  const own = Object.entries(event.data).filter(([name]) => !isSealed(name))
  const { appUrl, token } = given
  return {
    ...Object.fromEntries(own),
    token,
    appUrl,
    actionUrl: buildActionUrl(event, given),
    occurredAt: event.occurredAt,
  }
}

export const EXAMPLE_TARGET: LinkTarget = { appUrl: 'https://app.example.com', publicUrl: 'https://api.example.com' }
const OCCURRED_AT = '2026-03-02T09:00:00.000Z'

/** Builds the values for the templates of a topic from its example. */
export const buildExampleValues = (topic: TopicName, given: Partial<Given> = {}): Record<string, unknown> => {
  const event: EventFacts = { topic, subject: null, data: makeTopicExample(topic), occurredAt: OCCURRED_AT }
  return buildValues(event, { ...EXAMPLE_TARGET, token: 'token-from-the-mail', ...given })
}
