import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { renderMailPage } from '../../../lib/notification/templates/mail-page.ts'
import { writeMessage } from '../../../lib/notification/templates/write-message.ts'

const style = { locale: 'en', zone: 'UTC' }
const HOSTILE = '<img src=x onerror=alert(1)> & "Kim"'

const mail = (values: Record<string, unknown>, htmlBodyTemplate: string | null = null, footer?: string) =>
  writeMessage(
    { subjectTemplate: 'Hello {{ name }}', bodyTemplate: 'Hello {{ name }},\n\nas ever', htmlBodyTemplate },
    'email',
    { values, style, footer: footer ?? null },
  )

describe('a value', () => {
  test('is unchanged in text and never markup in HTML', async () => {
    for (const html of [null, '<p>Hello {{ name }},</p>', '<p title="{{ name }}">Hello {{ name }},</p>']) {
      const message = await mail({ name: HOSTILE }, html)
      expect(message.subject).toBe(`Hello ${HOSTILE}`)
      expect(message.body).toContain(`Hello ${HOSTILE},`)
      expect(message.html).not.toContain('<img')
      // A template may put the value into an attribute, where quotes are markup.
      const name = html === null ? '"Kim"' : '&quot;Kim&quot;'
      expect(message.html).toContain(`Hello &lt;img src=x onerror=alert(1)&gt; &amp; ${name},`)
    }
  })

  test('is escaped in HTML however it gets there', async () => {
    const ways = [
      '{% assign x = name %}{{ x }}',
      '{% capture x %}{{ name }}{% endcapture %}{{ x }}',
      '{% echo name %}',
      '{{ name | append: name }}',
      '{{ name | newline_to_br }}',
      '{{ name | split: "z" }}',
      '{% cycle name %}',
      '{% liquid echo name %}',
      '{{ name | default: "x" }}',
      '{% for each in names %}{{ each }}{% endfor %}',
    ]
    for (const way of ways) {
      const { html } = await mail({ name: HOSTILE, names: [HOSTILE] }, way)
      expect(html, way).not.toContain('<img')
      expect(html, way).toContain('img src=x')
    }
  })

  test('keeps its line breaks in HTML if requested', async () => {
    const { html } = await mail({ name: 'a <b>\nc' }, '{{ name | newline_to_br }}')
    expect(html).toContain('a &lt;b&gt;<br>\nc')
  })

  test('never adds a line break to a subject', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (name) => {
        expect((await mail({ name })).subject).not.toMatch(/[\r\n\u0085\u2028\u2029]/)
      }),
      { examples: [['x\r\nBcc: everybody@example.com'], ['a\u2028b']] },
    )
  })
})

describe('a mail', () => {
  test('without an HTML body gets one from its text, paragraph by paragraph', async () => {
    expect((await mail({ name: 'Kim' })).html).toContain('<p>Hello Kim,</p>\n<p>as ever</p>')
  })

  test('wraps its HTML body in the default page, unless it is a page itself', async () => {
    expect((await mail({ name: 'Kim' }, '<p>Hi</p>')).html).toMatch(
      /^<!doctype html>.*<h1>Hello Kim<\/h1>\n<p>Hi<\/p>/s,
    )
    expect((await mail({ name: 'Kim' }, '<!DOCTYPE html><p>Hi</p>')).html).toBe('<!DOCTYPE html><p>Hi</p>')
  })

  test('declares its language', () => {
    expect(renderMailPage({ subject: 'x', html: '', locale: 'de_AT' })).toContain('<html lang="de-AT" dir="ltr">')
  })

  test('ends with the footer in both parts', async () => {
    const { body, html } = await mail({ name: 'Kim' }, null, 'Nordlicht GmbH\n<Hamburg>')
    expect(body).toMatch(/\n-- \nNordlicht GmbH\n<Hamburg>\n$/)
    expect(html).toContain('<p>Nordlicht GmbH<br>\n&lt;Hamburg&gt;</p>')
  })

  test('is refused if it renders empty', async () => {
    const empty = { subjectTemplate: '{% if x %}x{% endif %}', bodyTemplate: 'x', htmlBodyTemplate: null }
    await expect(writeMessage(empty, 'email', { values: {}, style })).rejects.toThrow('renders as empty text')
    const blank = { subjectTemplate: 'x', bodyTemplate: ' {{ y }} ', htmlBodyTemplate: null }
    await expect(writeMessage(blank, 'storage', { values: {}, style })).rejects.toThrow('renders as empty text')
  })
})
