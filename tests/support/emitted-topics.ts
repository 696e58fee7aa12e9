import { AsyncLocalStorage } from 'node:async_hooks'
import type { Action, Table } from '../../lib/platform/store/table/table.ts'
import { TOPIC_SOURCES } from '../../schemas/events/topic-sources.ts'
import type { Topic } from '../../schemas/events/topics.ts'

/** Topics whose sources are complete, so that an operation that emits another one is found. */
const COMPLETE = /^(fulfilment|inventory|routing|shipping|sales\.order)\./

const written = new AsyncLocalStorage<Set<Topic>>()

const noteTopic = (action: Action): void => {
  if (!('put' in action) || action.put.kind !== 'outbox') return
  const { topic } = action.put as { topic?: Topic }
  if (topic) written.getStore()?.add(topic)
}

/** Notes the topics of the events that a transaction writes. */
export const notingTopics = (table: Table): Table => ({
  ...table,
  async transact(actions, token) {
    const outcome = await table.transact(actions, token)
    if (outcome.committed) actions.forEach(noteTopic)
    return outcome
  },
})

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
