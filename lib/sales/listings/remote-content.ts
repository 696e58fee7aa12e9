import { type Conflict, diff, type Leaves, leavesOf, merge } from '../../catalog/compare.ts'
import { type Content, contentHash, type Restrictions, taken } from '../../catalog/content.ts'
import type { RemoteVariant } from '../../connectors/connector.ts'

type Shown = Pick<RemoteVariant, 'content' | 'shows'>

/** Whether a store can show what lies at a pointer. */
const canShow =
  ({ shows }: Pick<RemoteVariant, 'shows'>) =>
  (pointer: string): boolean =>
    shows.some((each) => pointer === each || pointer.startsWith(`${each}/`))

const namesIn = (pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))

/** The content that has these values. */
const contentOf = (leaves: Leaves): Content => {
  const at = <T>(member: string) =>
    [...leaves].flatMap(([pointer, value]) => {
      const [first, name, part] = namesIn(pointer)
      return first === member ? [{ name: name as string, part, value: value as T }] : []
    })
  const text = (member: string) => at<string>(member)[0]?.value ?? null
  const map = <T>(member: string): Record<string, T> =>
    Object.fromEntries(at<T>(member).map(({ name, value }) => [name, value]))
  const locales = Map.groupBy(at<string>('localizations'), ({ name }) => name)
  return {
    sku: text('sku') ?? '',
    name: text('name') ?? '',
    description: text('description'),
    brand: text('brand'),
    attributes: map('attributes'),
    prices: map('prices'),
    localizations: Object.fromEntries(
      [...locales].map(([locale, parts]) => {
        const said = (part: string) => parts.find((each) => each.part === part)?.value ?? null
        return [locale, { name: said('name'), description: said('description') }]
      }),
    ),
  }
}

/** What a store shows of a variant, as far as the channel takes it: ours where the store has no way to show it. */
export const contentThere = (mine: Content, theirs: Shown, restrictions: Restrictions): Content => {
  const shows = canShow(theirs)
  const ours = [...leavesOf(mine)].filter(([pointer]) => !shows(pointer))
  const own = [...leavesOf(theirs.content)].filter(([pointer]) => shows(pointer))
  return taken(contentOf(new Map([...ours, ...own])), restrictions)
}

/**
 * Where both sides changed since the exchange that `head` was, differently. A variant that the store no longer has and
 * that changed here is one conflict, of all of it.
 */
export const conflictsIn = (head: Content, mine: Content, theirs: Shown | undefined): Conflict[] => {
  const [base, own] = [leavesOf(head), leavesOf(mine)]
  if (theirs) return merge(base, own, leavesOf(theirs.content), canShow(theirs)).conflicts
  if (!diff(base, own).length) return []
  return [{ field: '', base: contentHash(head), mine: contentHash(mine), theirs: null }]
}
