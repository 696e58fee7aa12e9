import * as Type from 'typebox'
import { resource } from '../resource.ts'
import { input, nullable } from '../types.ts'
import { topicName } from './topic.ts'

/** Bounded, since it is part of keys. */
const MAX_SUBJECT_LENGTH = 500

export const subjectUri = () =>
  Type.String({
    maxLength: MAX_SUBJECT_LENGTH,
    pattern: '^[a-z][a-z0-9+.-]*:[!-~]+$',
    title: `a URI of at most ${MAX_SUBJECT_LENGTH} characters`,
    description: 'URI of the resource to watch, with ids in either spelling',
    examples: ['commerce:///partner/partners/01K9ZB3V5Q8W2E4R6T7Y1M0N9P'],
  })

const plain = resource('TopicSubscription', '/api/notification/watches?topic={topic}', {
  topic: topicName(),
  subject: nullable(subjectUri()),
  subscribed: Type.Boolean(),
})

export const TopicSubscription = {
  ...plain,
  path: (shown: Record<string, unknown>) =>
    plain.path(shown) + (shown.subject == null ? '' : `&subject=${encodeURIComponent(String(shown.subject))}`),
}

export const WatchInput = input({ topic: topicName(), subject: Type.Optional(nullable(subjectUri())) })
