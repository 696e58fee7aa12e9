import { expect, inject, test } from 'vitest'
import { signInTo } from '../support/sign-in.ts'

const { api } = inject('stack')

const post = async (path: string, body: object, token?: string) => {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(`${api}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return await answer.json()
}

test('connects a custodian through the pages of the provider stand-in of npm start', async () => {
  const { accessToken = '' } = await signInTo(api, 'demo@entrepot.example', 'demo-password')
  const partner = await post('/api/partner/partners', { name: 'Amazon' }, accessToken)
  const { id: custodianId = '' } = await post(
    '/api/warehousing/custodians',
    { partnerId: partner.id, type: 'fba_marketplace', name: 'FBA' },
    accessToken,
  )
  const wizard = '/api/warehousing/custodian-wizard/fba_marketplace'
  const { authorizationUrl = '', state = '' } = await post(`${wizard}/auth-start`, { custodianId }, accessToken)
  expect(await (await fetch(authorizationUrl)).text()).toContain('Approve')
  const approved = await fetch(`${authorizationUrl}&approve=yes`)
  expect(await approved.text()).toContain('auth-callback')
  const code = new URL(approved.url).searchParams.get('spapi_oauth_code')
  const connected = await post(`${wizard}/auth-callback`, { custodianId, state, code }, accessToken)
  expect(connected.connectionConfigured).toBe(true)
  const answer = await fetch(`${api}${wizard}/resources?custodianId=${custodianId}`, {
    headers: { authorization: `Bearer ${accessToken}` },
  })
  expect(await answer.json()).toMatchObject({ resources: { A1PA6795UKMFR9: 'Amazon.de' } })
})
