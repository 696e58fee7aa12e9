import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toHtml, toPlainText } from '../../lib/connectors/content/html.ts'

it('restores every text exactly', () => {
  const unit = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('<p>', '<br>', '&amp;', '&#38;', '\n', '</p>', ' '),
  )
  fc.assert(
    fc.property(fc.array(unit), (parts) => {
      const text = parts.join('')
      expect(toPlainText(toHtml(text))).toBe(text)
    }),
    { numRuns: 2000 },
  )
})

it('escapes the markup of a text', () => {
  const signs = fc.constantFrom('<', '>', '"', "'", '&', 'script', 'p', 'br', '/', ' ', '\n')
  fc.assert(
    fc.property(fc.array(signs), (parts) => {
      expect(toHtml(parts.join('')).replace(/<\/?p>|<br>/g, '')).not.toMatch(/[<>]/)
    }),
  )
})

it.each([
  [
    '<h1>Tea</h1><p>Green&nbsp;&amp; <b>good</b></p>\n<ul><li>One</li>\n<li>Two</li></ul>',
    'Tea\nGreen & good\nOne\nTwo',
  ],
  ['<div>One<br/>Two</div>', 'One\nTwo'],
  ['<p>a</p><script>if (1 < 2) alert("x")</script><style>p { color: red }</style><p>b</p>', 'a\nb'],
  ['a<p>b<script>never ends', 'ab'],
  ['a<style>x</script>y</style>b', 'ab'],
  ['Tea &lt;3 &#x1F375; &#127861; &unknown; &#0;', 'Tea <3 🍵 🍵 &unknown; '],
  ['5 < 6 and 7 > 6', '5 < 6 and 7 > 6'],
  ['', ''],
])('reads %j as text', (html, text) => {
  expect(toPlainText(html)).toBe(text)
})
