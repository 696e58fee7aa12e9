import * as Type from 'typebox'
import { resource } from '../resource.ts'
import { resourceAddress } from '../resource-address.ts'
import { input, nullable } from '../types.ts'
import { topicName } from './topic.ts'

export const subjectUri = () =>
  resourceAddress({ description: 'URI of the resource to watch, with ids in either spelling' })

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
