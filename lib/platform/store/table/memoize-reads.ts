import { type Table, typeReads } from './table.ts'

/**
 * Returns a table that reads everything once and repeats its first answer. Callers must not change what they read. Writes are
 * passed on, so only their conditions see current data.
 */
export const memoizeReads = (table: Table): Table => {
  const answers = new Map<string, Promise<unknown>>()
  const memoize =
    <A, R>(name: string, read: (asked: A) => Promise<R>) =>
    (asked: A): Promise<R> => {
      const question = `${name} ${JSON.stringify(asked)}`
      const answer = (answers.get(question) as Promise<R> | undefined) ?? read(asked)
      answers.set(question, answer)
      return answer
    }
  return typeReads({
    ...table,
    get: memoize('get', table.get),
    batchGet: memoize('batchGet', table.batchGet),
    query: memoize('query', table.query),
  })
}
