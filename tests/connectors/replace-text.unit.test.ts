import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toHtml, toPlainText } from '../../lib/connectors/content/html.ts'
import { replaceText } from '../../lib/connectors/content/replace-text.ts'

const PAGE =
  '<h2>Care</h2><ul><li>Wash <b>cold</b></li><li>No dryer</li></ul><table><tr><td>S</td><td>38</td></tr></table><p><img src="x.png"></p>'

const changed = (from: string, to: string) => replaceText(PAGE, toPlainText(PAGE).replace(from, to))

it('reads the cells of a table with a space between them', () => {
  expect(toPlainText(PAGE)).toBe('Care\nWash cold\nNo dryer\n\nS 38')
})

it.each([
  ['Care', 'Handling'],
  ['cold', 'warm'],
  ['Wash', 'Rinse'],
  ['No dryer', 'Never in a dryer'],
  ['38', '40'],
  ['dryer', 'dryer & no <iron>'],
])('keeps all formatting when %s becomes %s', (from, to) => {
  const html = changed(from, to)
  expect(toPlainText(html)).toBe(toPlainText(PAGE).replace(from, to))
  expect(html.match(/<[^<>]*>/g)).toEqual(PAGE.match(/<[^<>]*>/g))
})

it('adds a line where it belongs', () => {
  expect(changed('No dryer', 'No dryer\nNo bleach')).toContain('<li>No dryer<br>No bleach</li>')
})

it('writes plain lines where the text has no place in the formatting', () => {
  expect(replaceText(PAGE, 'Something else')).toBe('<p>Something else</p>')
  expect(replaceText('', 'New')).toBe('<p>New</p>')
  expect(replaceText(PAGE, '')).toBe('')
})

it('always shows exactly the text, and only tags that the shop has or that break lines', () => {
  const piece = fc.constantFrom(
    '<p>',
    '</p>',
    '<b>',
    '</b>',
    '<li>',
    '</li>',
    '<td>',
    '</td>',
    '<br>',
    'a',
    ' b',
    '&amp;',
    '\n',
    '&lt;',
  )
  const page = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))
  const text = fc
    .array(fc.constantFrom('a', 'b', ' ', '\n', '<', '&', 'é'), { maxLength: 20 })
    .map((all) => all.join(''))
  fc.assert(
    fc.property(page, text, (html, given) => {
      const next = toPlainText(toHtml(given))
      const written = replaceText(html, next)
      expect(toPlainText(written)).toBe(next)
      const known = new Set([...(html.match(/<[^<>]*>/g) ?? []), '<br>', '<p>', '</p>'])
      for (const tag of written.match(/<[^<>]*>/g) ?? []) expect(known).toContain(tag)
    }),
  )
})
