import { describe, expect, it } from 'vitest'
import { resolveLanguage } from '../../lib/document/words/words.ts'
import { loadLanguage } from '../../lib/notification/templates/built-in/load-language.ts'

const wordsOf = (language: string) => Object.entries(resolveLanguage(language).words)

/** All texts of an object, with their paths. */
const listTexts = (value: unknown, path = ''): [path: string, text: string][] => {
  if (typeof value === 'string') return [[path, value]]
  return typeof value === 'object' && value
    ? Object.entries(value).flatMap(([name, each]) => listTexts(each, `${path}/${name}`))
    : []
}

describe('an invoice that its recipient writes', () => {
  // Article 226 no. 10a of directive 2006/112/EC in each of its languages; Portuguese also as its present law spells it.
  it.each([
    ['de', /gutschrift/i],
    ['en', /self-billing/i],
    ['es', /facturación por el destinatario/i],
    ['fr', /autofacturation/i],
    ['it', /autofatturazione/i],
    ['nl', /factuur uitgereikt door afnemer/i],
    ['pl', /samofakturowanie/i],
    ['pt', /autofac?turação/i],
  ])('is named by the word of the law in %s', (language, word) => {
    expect(resolveLanguage(language).words.self_billing_invoice).toMatch(word)
  })
})

/** What German documents and messages call self-billing; messages name it among the types of documents. */
const SELF_BILLING = /(Korrektur einer )?Gutschrift \(Self-billing\)/g

describe('the German word for self-billing', () => {
  it('names nothing else in documents and messages', async () => {
    const all = [...wordsOf('de'), ...listTexts(await loadLanguage('de'))]
    expect(all.filter(([, text]) => /gutschrift/i.test(text.replace(SELF_BILLING, '')))).toEqual([])
  })
})
