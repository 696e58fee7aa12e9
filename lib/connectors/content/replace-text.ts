import { escapeText } from '../../platform/html.ts'
import { END_OF_BLOCK, END_OF_CELL, isEntity, toHtml, toPlainText } from './html.ts'

/** A character of a text, with the part of the HTML that shows it; that is empty if a tag shows it. */
interface Sign {
  text: string
  start: number
  end: number
  isSpace: boolean
}

interface Edit {
  start: number
  end: number
  html: string
}

const TOKEN = /<[^<>]*>|[^<]+|</g
const SIGN = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-z]{2,4});|\s+|./gsu

const readSigns = (token: string, start: number): Sign[] =>
  [...token.matchAll(SIGN)].map(([raw, ..._], at, all) => {
    const from = start + (all[at]?.index ?? 0)
    const isSpace = /^\s+$/.test(raw)
    const text = isSpace ? ' ' : isEntity(raw) ? toPlainText(raw) : raw
    return { text, start: from, end: from + raw.length, isSpace }
  })

const trim = (line: readonly Sign[]): Sign[] => {
  const first = line.findIndex(({ isSpace }) => !isSpace)
  const last = line.findLastIndex(({ isSpace }) => !isSpace)
  return first < 0 ? [] : line.slice(first, last + 1)
}

/** Reads the lines of a text from its HTML, without empty lines at the beginning and the end, and two of them in a row. */
const readLines = (html: string): Sign[][] => {
  const lines: Sign[][] = [[]]
  for (const { 0: token, index } of html.matchAll(TOKEN)) {
    if (!token.startsWith('<') || token === '<') lines.at(-1)?.push(...readSigns(token, index))
    else if (token.match(END_OF_BLOCK)) lines.push([])
    else if (token.match(END_OF_CELL)) lines.at(-1)?.push({ text: ' ', start: index, end: index, isSpace: true })
  }
  const trimmed = lines.map(trim)
  const first = trimmed.findIndex((line) => line.length)
  const last = trimmed.findLastIndex((line) => line.length)
  const isKept = (line: readonly Sign[], at: number) => line.length > 0 || (trimmed[at - 1]?.length ?? 0) > 0
  return trimmed
    .slice(Math.max(0, first), last + 1)
    .filter((line, at, all) => isKept(line, at + first) && all.length > 0)
}

const textOf = (line: readonly Sign[]) => line.map(({ text }) => text).join('')

/** Returns how many entries two lists have in common at their beginning. */
const countCommon = (a: readonly string[], b: readonly string[]): number => {
  let count = 0
  while (count < a.length && count < b.length && a[count] === b[count]) count++
  return count
}

/** Finds where two lists differ: the entries in `[start, ofA)` of one, and in `[start, ofB)` of the other. */
const findDifference = (a: readonly string[], b: readonly string[]) => {
  const start = countCommon(a, b)
  const end = countCommon(a.slice(start).toReversed(), b.slice(start).toReversed())
  return { start, ofA: a.length - end, ofB: b.length - end }
}

/** Returns the edits that turn a line into another text; undefined if tags stand for a part of what changes. */
const editLine = (line: readonly Sign[], text: string, encode: (text: string) => string): Edit[] | undefined => {
  const next = Array.from(text)
  const { start, ofA, ofB } = findDifference(
    line.map((sign) => sign.text),
    next,
  )
  const html = encode(next.slice(start, ofB).join(''))
  const [first, ...others] = line.slice(start, ofA)
  if (!first) {
    const place = line[start - 1]?.end ?? line[start]?.start
    return place === undefined ? undefined : [{ start: place, end: place, html }]
  }
  if ([first, ...others].some((sign) => sign.start === sign.end)) return undefined
  return [{ ...first, html }, ...others.map((sign) => ({ ...sign, html: '' }))]
}

const applyEdits = (html: string, edits: readonly Edit[]): string =>
  [...edits]
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, html: own }) => text.slice(0, start) + own + text.slice(end), html)

const findEdits = (html: string, text: string, encode: (text: string) => string): Edit[] | undefined => {
  const before = readLines(html)
  const after = text.split('\n')
  const { start, ofA, ofB } = findDifference(before.map(textOf), after)
  const [old, next] = [before.slice(start, ofA), after.slice(start, ofB)]
  if (old.length > next.length) return undefined
  const edits = old.map((line, at) => editLine(line, next[at] ?? '', encode))
  const added = next.slice(old.length).map((line) => `<br>${encode(line)}`)
  const last = before[start + old.length - 1]?.at(-1)
  if (added.length && !last) return undefined
  const all = added.length && last ? [...edits, [{ start: last.end, end: last.end, html: added.join('') }]] : edits
  return all.some((each) => each === undefined) ? undefined : all.flatMap((each) => each ?? [])
}

/**
 * Tells whether a change of a text takes away the formatting that a shop may have given it: lines are removed, whose tags would
 * stay, or come before all others.
 */
export const losesLayout = (before: string, after: string): boolean => {
  const { start, ofA, ofB } = findDifference(before.split('\n'), after.split('\n'))
  return before !== after && (!after || ofA > ofB || (ofB > ofA && ofA === 0 && start === 0))
}

/** Replaces the text of HTML and keeps the tags; undefined if that does not give exactly the text. */
const replaceInside = (html: string, text: string, encode: (text: string) => string): string | undefined => {
  const edits = findEdits(html, text, encode)
  const replaced = edits && applyEdits(html, edits)
  return replaced !== undefined && toPlainText(replaced) === text ? replaced : undefined
}

/**
 * Returns HTML that shows the text: that of the shop with what changed of its text, so that its formatting stays, or plain
 * lines where the text has no place in it. `encode` turns text into HTML.
 */
export const replaceText = (html: string, text: string, encode: (text: string) => string = escapeText): string => {
  if (toPlainText(html) === text) return html
  return (text && replaceInside(html, text, encode)) || toHtml(text, encode)
}
