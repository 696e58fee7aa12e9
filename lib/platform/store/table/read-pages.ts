import type { Item, Range, Table } from './table.ts'

const PAGE = 1000

/** Reads all items of a range, oldest first, page by page, so that only one page is in memory. */
export const readPages = async function* <T extends object = object>(
  db: Table,
  range: Pick<Range, 'pk' | 'from' | 'to' | 'only'>,
): AsyncGenerator<(Item & T)[]> {
  let from = range.from ?? ' '
  for (;;) {
    const page = await db.query<T>({ ...range, from, limit: PAGE })
    if (page.length) yield page
    if (page.length < PAGE) return
    from = `${page.at(-1)?.sk}\u0000`
  }
}
