import { describe, expect, it } from 'vitest'
import { escapeAttribute, escapeText } from '../../lib/platform/html.ts'

const SIGNS = `a & b < c > d " e ' f &amp;`

describe('the escaping of HTML', () => {
  it('replaces the three signs that are markup between tags', () => {
    expect(escapeText(SIGNS)).toBe(`a &amp; b &lt; c &gt; d " e ' f &amp;amp;`)
  })

  it('replaces quotes too in the value of an attribute', () => {
    expect(escapeAttribute(SIGNS)).toBe('a &amp; b &lt; c &gt; d &quot; e &#39; f &amp;amp;')
  })

  it('leaves a text without such signs as it is', () => {
    for (const text of ['', 'Tee für 5 €', 'line\nline']) {
      expect(escapeText(text)).toBe(text)
      expect(escapeAttribute(text)).toBe(text)
    }
  })
})
