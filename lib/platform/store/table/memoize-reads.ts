import { type Table, typeReads } from './table.ts'

/**
 * The table for work that may see all of it as of when it was first looked at: what is asked again is not read again, and
 * what was read must not be changed. Writes pass, so that only their conditions say what stands there now.
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
