import anyAscii from 'any-ascii'
import { makeOnce } from '../../platform/make-once.ts'

/** The bytes from 128 on, by character. */
const readTable = makeOnce(() => {
  const bytes = Uint8Array.from({ length: 128 }, (_, i) => i + 128)
  return new Map([...new TextDecoder('windows-1252').decode(bytes)].map((character, i) => [character, i + 128]))
})

const hasCharacter = (character: string): boolean =>
  /^[\u0020-\u007e]$/.test(character) || (character >= '\u00a0' && readTable().has(character))

/** Replaces characters that Windows-1252 lacks by letters that sound or look like them, and controls by spaces. */
export const transliterate = (text: string): string =>
  [...text.normalize('NFC')]
    .map((character) => {
      if (hasCharacter(character)) return character
      return /\p{C}|\s/u.test(character) ? ' ' : anyAscii(character)
    })
    .join('')

/** Encodes text that has only characters of Windows-1252 and line breaks. */
export const encodeWindows1252 = (text: string): Buffer =>
  Buffer.from([...text].map((character) => readTable().get(character) ?? character.charCodeAt(0)))
