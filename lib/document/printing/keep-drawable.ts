import anyAscii from 'any-ascii'
import type { Glyphs } from '../typesetting/fonts.ts'

/** Characters that shape or order the ones beside them and need no glyph, such as joiners and direction marks. */
const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\p{Cc}]$/u
/** Variation selectors of emoji and the letters of flags, which mean nothing alone. */
const PARTS_OF_EMOJI = /[\uFE0E\uFE0F\u{E0020}-\u{E007F}]/gu
const EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|\u20E3/u
const LETTER = /^[\p{L}\p{N}]$/u
const MARK = /^\p{M}$/u

/** Stands for what is left out until the space around it is set; texts of a layout have no such control character. */
const GAP = '\0'
const EMPTY_BRACKETS = /[([]\0+[)\]]/g
/** End of a text after which, and start of one before which, no space is missing. */
const CLOSED_END = /(?:^|[([{«„“])[\u2066-\u2069]*$/u
const CLOSED_START = /^[\u2066-\u2069]*(?:$|[)\]}»”,.;:!?،؛؟、。])/u
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u

/** Printed instead of a text of which nothing is left. */
const NOTHING = '–'

const CLUSTERS = new Intl.Segmenter('und', { granularity: 'grapheme' })

const replaceCluster = (cluster: string, canDraw: (text: string) => boolean): string => {
  const plain = cluster.replace(PARTS_OF_EMOJI, '')
  if (canDraw(plain)) return plain
  const decomposed = ['NFC', 'NFKC'].map((form) => plain.normalize(form)).find(canDraw)
  if (decomposed !== undefined) return decomposed
  if (EMOJI.test(cluster)) return GAP
  return [...plain.normalize('NFC')]
    .map((character) => {
      if (canDraw(character)) return character
      if (MARK.test(character)) return ''
      return (LETTER.test(character) && anyAscii(character)) || GAP
    })
    .join('')
}

const joinAroundGap = (before: string, after: string): string => {
  const [left, right] = [before.trimEnd(), after.trimStart()]
  return `${left}${CLOSED_END.test(left) || CLOSED_START.test(right) ? '' : ' '}${right}`
}

const closeGaps = (text: string): string => text.replace(EMPTY_BRACKETS, GAP).split(/\0+/).reduce(joinAroundGap)

/**
 * Leaves out what the fonts cannot draw, in every string of the value: emoji and symbols with the space around them.
 * Letters of other scripts are written in Latin ones.
 */
export const keepDrawable = <T>(value: T, { has }: Pick<Glyphs, 'has'>): T => {
  const canDraw = (text: string) =>
    [...text].every((each) => has(each.codePointAt(0) as number) || INVISIBLE.test(each))
  const keep = (text: string): string => {
    if (canDraw(text) && text.search(PARTS_OF_EMOJI) < 0) return text
    const clusters = Array.from(CLUSTERS.segment(text), ({ segment }) => replaceCluster(segment, canDraw))
    const kept = closeGaps(clusters.join(''))
    return VISIBLE.test(kept) || !VISIBLE.test(text) ? kept : NOTHING
  }
  const keepAll = <V>(each: V): V => {
    if (typeof each === 'string') return keep(each) as V
    if (Array.isArray(each)) return each.map(keepAll) as V
    if (typeof each !== 'object' || each === null) return each
    return Object.fromEntries(Object.entries(each).map(([name, member]) => [name, keepAll(member)])) as V
  }
  return keepAll(value)
}
