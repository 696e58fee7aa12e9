import type { TSchema } from 'typebox'
import * as Type from 'typebox'
import { count, text } from '../../../schemas/events/topics/topic.ts'
import { makeTopicExample } from '../../../schemas/events/topics.ts'
import type { TopicName } from '../../../schemas/notification/topic.ts'
import type { Occurred } from '../../platform/events/outbox/outbox.ts'
import { buildSubjectUrl, buildValues, EXAMPLE_TARGET, type LinkTarget } from './template-variables.ts'

/** Variables of the templates of every digest; the members of an item are the variables of its topic. */
export const DIGEST_VARIABLES: Readonly<Record<string, TSchema>> = {
  count: count(37),
  items: Type.Array(Type.Object({}), {
    title: 'list',
    description: "The first ten events, each with the topic's variables",
    examples: ['…'],
  }),
  more: { ...count(27), description: 'Events that are not in `items`' },
  appUrl: text('https://app.example.com', { description: 'Address of the app' }),
  actionUrl: text('https://app.example.com/…', { description: 'Link to all of them' }),
}

type EventFacts = Pick<Occurred, 'topic' | 'subject' | 'data' | 'occurredAt'>

/** Returns the URI of the collection that the subjects of a topic belong to. */
export const getCollection = (subject: string | null): string | null =>
  subject === null ? null : subject.slice(0, subject.lastIndexOf('/'))

/** Builds the values for the templates of a digest that names these events. */
export const buildDigestValues = (
  events: readonly EventFacts[],
  total: number,
  { appUrl, publicUrl }: LinkTarget,
): Record<string, unknown> => ({
  count: total,
  items: events.map((event) => buildValues(event, { appUrl, publicUrl, token: null })),
  more: total - events.length,
  appUrl,
  actionUrl: buildSubjectUrl(getCollection(events[0]?.subject ?? null), { appUrl, publicUrl }),
})

const OCCURRED_AT = '2026-03-02T09:00:00.000Z'

/** Builds the values for the templates of a topic's digest from the topic's example. */
export const buildDigestExampleValues = (
  topic: TopicName,
  { named = 10, total = 37, ...target }: { named?: number; total?: number } & Partial<LinkTarget> = {},
): Record<string, unknown> => {
  const event: EventFacts = { topic, subject: null, data: makeTopicExample(topic), occurredAt: OCCURRED_AT }
  return buildDigestValues(Array<EventFacts>(named).fill(event), total, { ...EXAMPLE_TARGET, ...target })
}
