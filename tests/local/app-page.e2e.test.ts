import { describe, expect, inject, it } from 'vitest'
import { nextMailTo } from '../support/mails.ts'

const { api, mail } = inject('stack')

describe('the link in a mail', () => {
  it('opens a page that confirms the address once', async () => {
    const email = 'link.follower@example.com'
    await fetch(`${api}/api/v1/iam/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'correct horse battery', firstName: 'Lin' }),
    })
    const { text } = await nextMailTo(email, mail)
    const [link = ''] = /http:\S+\/verify-email\?token=\S+/.exec(text) ?? []
    const token = new URL(link).searchParams.get('token') ?? ''
    expect(await (await fetch(link)).text()).toContain(`value="${token}"`)
    const confirm = async () =>
      await (await fetch(link, { method: 'POST', body: new URLSearchParams({ token }) })).text()
    expect(await confirm()).toContain('The address is confirmed')
    expect(await confirm()).toContain('The token must be valid, unused and not expired.')
  })
})
