import { AsyncLocalStorage } from 'node:async_hooks'
import { DynamoDBDocumentClient, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb'
import { TOPIC_SOURCES } from '../../schemas/events/topic-sources.ts'
import type { Topic } from '../../schemas/events/topics.ts'

/** Topics whose sources are complete, so that an operation that emits another one is found. */
const COMPLETE = /^(fulfilment|inventory|routing|shipping|sales\.order)\./

const written = new AsyncLocalStorage<Set<Topic>>()

const { send } = DynamoDBDocumentClient.prototype

/** Notes the topics of the events that a transaction writes. */
DynamoDBDocumentClient.prototype.send = async function (this: DynamoDBDocumentClient, ...given: unknown[]) {
  const answer = await Reflect.apply(send, this, given)
  const { TransactItems = [] } = (given[0] as { input: Partial<TransactWriteCommandInput> }).input
  for (const { Put } of TransactItems)
    if (Put?.Item?.kind === 'outbox' && Put.Item.topic) written.getStore()?.add(Put.Item.topic)
  return answer
} as typeof send

/** Runs a source of events, an operation or a worker, and throws if it emits a topic that does not name it as a source. */
export const checkingTopics = async <T>(source: string, work: () => Promise<T>): Promise<T> => {
  const topics = new Set<Topic>()
  const result = await written.run(topics, work)
  const missing = [...topics].filter(
    (topic) => COMPLETE.test(topic) && !(TOPIC_SOURCES[topic] as readonly string[]).includes(source),
  )
  if (missing.length)
    throw new Error(`schemas/events/topic-sources.ts lacks ${source} as a source of ${missing.join(', ')}`)
  return result
}
