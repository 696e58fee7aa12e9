/**
 * Yields what a generator yields, and lets it work on the next value while the consumer works on this one, as long as
 * `isWanted` says so when a value is handed out.
 */
export const readAhead = async function* <T>(values: AsyncGenerator<T>, isWanted: () => boolean): AsyncGenerator<T> {
  let coming = values.next()
  for (;;) {
    const { done, value } = await coming
    if (done) return
    const next = isWanted() ? values.next() : undefined
    // Its failure reaches the consumer when it asks for that value.
    next?.catch(() => undefined)
    yield value
    coming = next ?? values.next()
  }
}
