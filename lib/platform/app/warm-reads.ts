import { type Table, typeReads } from '../store/table/table.ts'
import { type App, lasting } from './app.ts'

/** Age at which an answer is read again in any case. */
const MAX_AGE_MS = 10_000
const MAX_ANSWERS = 500

interface Answer {
  askedAt: number
  value: Promise<unknown>
}

/** Answers of each process. */
const kept = new WeakMap<App, Map<string, Answer>>()

const getAnswers = (app: App): Map<string, Answer> => {
  const known = kept.get(lasting(app)) ?? new Map<string, Answer>()
  kept.set(lasting(app), known)
  return known
}

const makeRoom = (answers: Map<string, Answer>): void => {
  const [oldest] = answers.keys()
  if (answers.size > MAX_ANSWERS && oldest !== undefined) answers.delete(oldest)
}

/**
 * Returns a table whose reads are shared by pieces of work in this process. An answer is used if it was asked for after
 * `since` and at most ten seconds ago, so a decision about what happened at `since` rests on nothing older than that. Keys
 * contain the tenant, so nothing is shared between tenants. Callers must not change what they read. Writes are passed on.
 */
export const warmReads = (app: App, table: Table, since: Date): Table => {
  const answers = getAnswers(app)
  const share =
    <A, R>(name: string, read: (asked: A) => Promise<R>) =>
    (asked: A): Promise<R> => {
      const question = `${name} ${JSON.stringify(asked)}`
      const askedAt = app.clock().getTime()
      const known = answers.get(question)
      if (known && known.askedAt > since.getTime() && askedAt - known.askedAt <= MAX_AGE_MS)
        return known.value as Promise<R>
      const value = read(asked)
      answers.delete(question)
      answers.set(question, { askedAt, value })
      makeRoom(answers)
      const forget = () => {
        if (answers.get(question)?.value === value) answers.delete(question)
      }
      value.catch(forget)
      return value
    }
  return typeReads({
    ...table,
    get: share('get', table.get),
    batchGet: share('batchGet', table.batchGet),
    query: share('query', table.query),
  })
}
