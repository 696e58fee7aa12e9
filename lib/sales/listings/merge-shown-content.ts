import { type Conflict, diffContent, flattenContent, type Leaves, mergeContent } from '../../catalog/compare-content.ts'
import { type Content, hashContent, type Restrictions, restrictContent } from '../../catalog/content.ts'
import type { RemoteVariant } from '../../connectors/connector.ts'

type Shown = Pick<RemoteVariant, 'content' | 'shows'>

/** Returns a test whether the shop can show the value at a JSON pointer. */
const canShow =
  ({ shows }: Pick<RemoteVariant, 'shows'>) =>
  (pointer: string): boolean =>
    shows.some((each) => pointer === each || pointer.startsWith(`${each}/`))

const splitPointer = (pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))

/** Builds the content with these values. */
const buildContent = (leaves: Leaves): Content => {
  const readLeaves = <T>(member: string) =>
    [...leaves].flatMap(([pointer, value]) => {
      const [first, name, part] = splitPointer(pointer)
      return first === member ? [{ name: name as string, part, value: value as T }] : []
    })
  const readText = (member: string) => readLeaves<string>(member)[0]?.value ?? null
  const map = <T>(member: string): Record<string, T> =>
    Object.fromEntries(readLeaves<T>(member).map(({ name, value }) => [name, value]))
  const locales = Map.groupBy(readLeaves<string>('localizations'), ({ name }) => name)
  return {
    sku: readText('sku') ?? '',
    name: readText('name') ?? '',
    description: readText('description'),
    brand: readText('brand'),
    attributes: map('attributes'),
    prices: map('prices'),
    localizations: Object.fromEntries(
      [...locales].map(([locale, parts]) => {
        const readPart = (part: string) => parts.find((each) => each.part === part)?.value ?? null
        return [locale, { name: readPart('name'), description: readPart('description') }]
      }),
    ),
  }
}

/** Merges the content that the shop shows with ours for what it cannot show, within the restrictions of the channel. */
export const mergeShownContent = (mine: Content, theirs: Shown, restrictions: Restrictions): Content => {
  const shows = canShow(theirs)
  const ours = [...flattenContent(mine)].filter(([pointer]) => !shows(pointer))
  const own = [...flattenContent(theirs.content)].filter(([pointer]) => shows(pointer))
  return restrictContent(buildContent(new Map([...ours, ...own])), restrictions)
}

/**
 * Finds fields that both sides changed to different values since the baseline. A variant that the shop has deleted and that
 * changed here is one conflict of the whole content.
 */
export const findConflicts = (head: Content, mine: Content, theirs: Shown | undefined): Conflict[] => {
  const [base, own] = [flattenContent(head), flattenContent(mine)]
  if (theirs) return mergeContent(base, own, flattenContent(theirs.content), canShow(theirs)).conflicts
  if (!diffContent(base, own).length) return []
  return [{ field: '', base: hashContent(head), mine: hashContent(mine), theirs: null }]
}
