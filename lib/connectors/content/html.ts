import { escapeText } from '../../platform/html.ts'

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/**
 * Converts plain text to HTML; `toPlainText` restores it exactly. `encode` escapes what HTML, or a shop, has another use for.
 */
export const toHtml = (text: string, encode: (text: string) => string = escapeText): string => {
  const escaped = encode(text)
  return escaped && `<p>${escaped.replaceAll('\n', '<br>')}</p>`
}

const toCodePoint = (digits: string, base: number) => {
  const code = Number.parseInt(digits, base)
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : ''
}

const unescapeHtml = (html: string) =>
  html.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-z]{2,4}));/g, (whole, decimal, hex, name) =>
    decimal ? toCodePoint(decimal, 10) : hex ? toCodePoint(hex, 16) : (NAMED[name] ?? whole),
  )

/** Returns true for an entity that `toPlainText` reads as a character. */
export const isEntity = (raw: string): boolean => raw.startsWith('&') && unescapeHtml(raw) !== raw

const OURS = /^<p>([^<]*(?:<br ?\/?>[^<]*)*)<\/p>\s*$/
const BREAK = /<br ?\/?>/g
/** The ends of what has lines of its own. */
export const END_OF_BLOCK = /<\/(?:p|div|li|ul|ol|h[1-6]|tr|table|blockquote)>|<br[^<>]*>/gi
/** The ends of cells, which are next to each other in one line. */
export const END_OF_CELL = /<\/t[dh]>/gi
const TAG = /<[^<>]*>/g
const HIDDEN = /^(\/?)(script|style)\b/i

/** Removes scripts and styles in linear time; one that is never closed hides the rest. */
const removeHidden = (html: string): string => {
  let hidden: string | undefined
  const parts = html.split('<').map((part, index) => {
    const [, closing, name] = (index && HIDDEN.exec(part)) || []
    if (hidden !== undefined && !(closing && name?.toLowerCase() === hidden)) return ''
    hidden = name && !closing ? name.toLowerCase() : undefined
    if (hidden) return ''
    return index ? `<${part}` : part
  })
  return parts.join('')
}

/** Converts HTML to plain text: exactly if `toHtml` wrote it, otherwise with one line for each block. */
export const toPlainText = (html: string): string => {
  const [, ours] = OURS.exec(html) ?? []
  if (ours !== undefined) return unescapeHtml(ours.replace(BREAK, '\n'))
  const isMarkedUp = /<\/?[a-z][^<>]*>/i.test(html)
  if (!isMarkedUp) return unescapeHtml(html)
  const lines = removeHidden(html)
    .replace(/\s+/g, ' ')
    .replace(END_OF_BLOCK, '\n')
    .replace(END_OF_CELL, ' ')
    .replace(TAG, '')
    .split('\n')
  return unescapeHtml(lines.map((line) => line.trim()).join('\n'))
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
