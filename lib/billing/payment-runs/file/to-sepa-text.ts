import anyAscii from 'any-ascii'

/** German banks write umlauts with two letters. */
const GERMAN: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue' }

const SIGNS: Readonly<Record<string, string>> = { '&': '+', _: '-', '@': '(at)', '"': "'", '`': "'" }

/** Converts text to the characters of SEPA messages. Letters of other scripts are transliterated, so that none is lost. */
export const toSepaText = (text: string, maxLength: number): string => {
  const latin = text.normalize('NFC').replace(/[äöüÄÖÜ]/g, (letter) => GERMAN[letter] ?? letter)
  return anyAscii(latin)
    .replace(/[&_@"`]/g, (sign) => SIGNS[sign] ?? sign)
    .replace(/\s+/g, ' ')
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, '.')
    .trim()
    .slice(0, maxLength)
    .trim()
}
