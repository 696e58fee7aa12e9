import type { ReceivedWebhook } from './webhook-log.ts'

const TOPIC = /^[\w./-]{1,100}$/

/** Reads the topic from the first of these headers. They may be forged, so what does not look like a topic is ignored. */
export const readTopic = (topicHeaders: readonly string[], { headers }: Pick<ReceivedWebhook, 'headers'>) => {
  const given = topicHeaders.map((name) => headers[name]).find((value) => value !== undefined)
  return given && TOPIC.test(given) ? given : null
}
