import { type Received, send } from '../support/client.ts'
import type { Person, Provider } from './external-provider.ts'

export const RETURN = 'https://app.example/signed-in'

let addresses = 0
/** Every request comes from an address of its own, so that limits by address stay out of the way. */
export const nextAddress = () => `10.9.${Math.floor(++addresses / 250)}.${addresses % 250}`

export const startOf = (kind: string, body: unknown = { returnUri: RETURN }) =>
  send('POST', `/api/iam/auth/external/${kind}/start`, { body, from: nextAddress() })

/** Where an answer takes the browser: the address, and what its fragment holds. */
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

/** The whole way: start, sign in at the provider, come back. */
export const signInAt = async (
  provider: Provider,
  person: Person,
  { kind = 'oidc', forge }: { kind?: string; forge?: Parameters<Provider['agree']>[2] } = {},
) => {
  const { body } = await startOf(kind)
  const code = provider.agree(body.authorizationUrl, person, forge)
  return await cameBack(kind, { code, state: body.state })
}
