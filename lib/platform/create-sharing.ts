/** Runs the work of a name once and gives its result to everybody who asks for that name. */
export type Sharing = <T>(name: string, work: () => Promise<T>) => Promise<T>

export const createSharing = (): Sharing => {
  const started = new Map<string, Promise<unknown>>()
  return <T>(name: string, work: () => Promise<T>) => {
    const known = started.get(name) ?? work()
    started.set(name, known)
    return known as Promise<T>
  }
}
