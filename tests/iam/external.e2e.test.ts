import { describe, expect, inject, it } from 'vitest'

const { api } = inject('stack')

const arrival = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(`${api}${path}`, { redirect: 'manual', ...init })
  const [address, fragment] = (response.headers.get('location') ?? '').split('#')
  return { status: response.status, address, told: Object.fromEntries(new URLSearchParams(fragment)) }
}

describe('an external sign-in through the gateway', () => {
  it("accepts the browser's GET and POST callbacks and redirects to the application", async () => {
    const state = `${'A'.repeat(22)}.9999999999.${'A'.repeat(43)}`
    const byAddress = await arrival(`/auth/external/oidc/callback?code=a%2Fb%20c&state=${state}&session_state=x`)
    const byForm = await arrival('/auth/external/saml/callback', {
      method: 'POST',
      body: new URLSearchParams({ SAMLResponse: 'PHg+/w==', RelayState: state }),
    })
    for (const { status, address, told } of [byAddress, byForm]) {
      expect([status, told]).toEqual([302, { error: 'invalid_state' }])
      expect(address).toMatch(/^http:\/\/localhost:\d+\/$/)
    }
  })

  it('answers 409 for a provider that is not configured', async () => {
    const response = await fetch(`${api}/api/iam/auth/external/social_oauth_c/start`, { method: 'POST' })
    expect([response.status, (await response.json()).errorCode]).toEqual([409, 'PROVIDER_NOT_CONFIGURED'])
  })
})
