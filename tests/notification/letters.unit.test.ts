import fc from 'fast-check'
import { expect, test } from 'vitest'
import { letterPage } from '../../lib/notification/letter-page.ts'
import { LETTERS } from '../../lib/notification/letters.ts'

const person = { identityId: '01K9ZB3V5Q8W2E4R6T7Y1M0N9P', email: 'kim@example.com', sealedToken: 'sealed' }
const verification = (firstName: string, token: string | null, appUrl = 'https://app.example.com') =>
  letterPage(LETTERS['iam.identity.email_verification']({ ...person, firstName }, { appUrl, token }))

test('the link to confirm an address is in both parts, whole', () => {
  const { text, html } = verification('Kim', 'a.b+c/d', 'https://app.example.com/')
  const link = 'https://app.example.com/verify-email?token=a.b%2Bc%2Fd'
  expect(text).toContain(link)
  expect(html).toContain(`href="${link}"`)
})

test('the link to reset a password is in both parts', () => {
  const { subject, text, html } = letterPage(
    LETTERS['iam.identity.password_reset'](
      { ...person, firstName: 'Kim' },
      { appUrl: 'https://app.example.com', token: 'secret' },
    ),
  )
  expect(subject).toBe('Reset your password')
  for (const part of [text, html]) expect(part).toContain('https://app.example.com/reset-password?token=secret')
})

test('where the address has an account already, the mail says so and carries no token', () => {
  const { subject, text, html } = verification('Kim', null)
  expect(subject).toBe('You already have an account')
  for (const part of [text, html]) expect(part).not.toContain('token')
})

test('a name is shown as it is and is never markup', () => {
  const { text, html } = verification('<img src=x onerror=alert(1)> & "Kim"', 'secret')
  expect(text).toContain('Hello <img src=x onerror=alert(1)> & "Kim",')
  expect(html).not.toContain('<img')
  expect(html).toContain('Hello &lt;img src=x onerror=alert(1)&gt; &amp; &quot;Kim&quot;,')
})

test('no subject holds a line break, whatever goes into it', () => {
  const letter = { greeting: '', paragraphs: [], notes: [] }
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (subject) => {
      expect(letterPage({ ...letter, subject }).subject).not.toMatch(/[\r\n\u0085\u2028\u2029]/)
    }),
    { examples: [['Hello\r\nBcc: everybody@example.com'], ['a\u2028b']] },
  )
})
