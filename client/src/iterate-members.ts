import type { Page } from './requests.ts'

const readId = (member: object) => (member as { '@id'?: unknown })['@id']

/**
 * Yields the members of a page and of all that follow it. A member that was pushed to the next page, because others were
 * added meanwhile, is yielded once.
 */
export async function* iterateMembers<T extends object>(
  first: string,
  readPage: (path: string) => Promise<Page<T>>,
): AsyncGenerator<T, undefined, undefined> {
  let seen = new Set<unknown>()
  for (let path: string | undefined = first; path !== undefined; ) {
    const { member, view }: Page<T> = await readPage(path)
    for (const each of member) if (readId(each) === undefined || !seen.has(readId(each))) yield each
    seen = new Set(member.map(readId))
    // An address of another server would be sent the token.
    if (view.next !== undefined && !/^\/(?!\/)/.test(view.next))
      throw new TypeError('The next page has a foreign address.')
    path = view.next
  }
  return undefined
}

export interface CursorPage<T> {
  member: T[]
  /** Null on the last page. */
  nextCursor: string | null
}

/** Yields the members of all pages, of which each names the next one by a cursor; a page before the last one can be empty. */
export async function* iterateByCursor<T extends object>(
  readPage: (cursor?: string) => Promise<CursorPage<T>>,
): AsyncGenerator<T, undefined, undefined> {
  let page = await readPage()
  for (;;) {
    yield* page.member
    if (page.nextCursor === null) return undefined
    page = await readPage(page.nextCursor)
  }
}
