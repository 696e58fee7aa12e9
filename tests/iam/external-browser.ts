import { type Received, send } from '../support/client.ts'
import type { Person, Provider } from './external-provider.ts'

export const RETURN = 'https://app.example/signed-in'

let addresses = 0
/** Each request has an address of its own, so that rate limits by address do not interfere. */
export const nextAddress = () => `10.9.${Math.floor(++addresses / 250)}.${addresses % 250}`

export const startOf = (kind: string, body: unknown = { returnUri: RETURN }) =>
  send('POST', `/api/iam/auth/external/${kind}/start`, { body, from: nextAddress() })

/** Returns the redirect target of a response, with its fragment parsed. */
export const arrival = ({ status, headers }: Received) => {
  const [address, fragment = ''] = (headers.Location ?? '').split('#')
  return { status, address, told: Object.fromEntries(new URLSearchParams(fragment)) as Record<string, string> }
}

export const cameBack = async (kind: string, answer: Record<string, string>) =>
  arrival(
    await send('GET', `/auth/external/${kind}/callback?${new URLSearchParams(answer)}`, {
      from: nextAddress(),
    }),
  )

export const posted = async (form: Record<string, string>) =>
  arrival(
    await send('POST', '/auth/external/saml/callback', {
      body: String(new URLSearchParams(form)),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      from: nextAddress(),
    }),
  )

/** Runs a whole sign-in: start, provider, callback. */
export const signInAt = async (
  provider: Provider,
  person: Person,
  { kind = 'oidc', forge }: { kind?: string; forge?: Parameters<Provider['agree']>[2] } = {},
) => {
  const { body } = await startOf(kind)
  const code = provider.agree(body.authorizationUrl, person, forge)
  return await cameBack(kind, { code, state: body.state })
}
