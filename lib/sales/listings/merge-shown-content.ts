import {
  buildContent,
  type Conflict,
  diffContent,
  flattenContent,
  type Merge,
  mergeContent,
} from '../../catalog/compare-content.ts'
import { type Content, hashContent, type Restrictions, restrictContent } from '../../catalog/content.ts'
import type { RemoteVariant } from '../../connectors/connector.ts'

type Shown = Pick<RemoteVariant, 'content' | 'shows'>

/** Returns a test whether the shop can show the value at a JSON pointer. */
const canShow =
  ({ shows }: Pick<RemoteVariant, 'shows'>) =>
  (pointer: string): boolean =>
    shows.some((each) => pointer === each || pointer.startsWith(`${each}/`))

/** Merges the content that the shop shows with ours for what it cannot show, within the restrictions of the channel. */
export const mergeShownContent = (mine: Content, theirs: Shown, restrictions: Restrictions): Content => {
  const shows = canShow(theirs)
  const ours = [...flattenContent(mine)].filter(([pointer]) => !shows(pointer))
  const own = [...flattenContent(theirs.content)].filter(([pointer]) => shows(pointer))
  return restrictContent(buildContent(new Map([...ours, ...own])), restrictions)
}

/** Merges our content with what the shop shows since the baseline, field by field. */
export const mergeWithShop = (head: Content, mine: Content, theirs: Shown): Merge =>
  mergeContent(flattenContent(head), flattenContent(mine), flattenContent(theirs.content), canShow(theirs))

/** Returns JSON pointers of what only the shop changed since the baseline. */
export const listShopChanges = (head: Content, mine: Content, theirs: Shown): string[] =>
  mergeWithShop(head, mine, theirs).theirs

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
