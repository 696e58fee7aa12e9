/** Runs the work of a name once and returns its result to every caller with that name. */
export type Sharing = <T>(name: string, work: () => Promise<T>) => Promise<T>

export const createSharing = (): Sharing => {
  const started = new Map<string, Promise<unknown>>()
  return <T>(name: string, work: () => Promise<T>) => {
    const known = started.get(name) ?? work()
    started.set(name, known)
    return known as Promise<T>
  }
}
