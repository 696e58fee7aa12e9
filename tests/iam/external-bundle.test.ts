import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundle } from '../../deploy/bundle.ts'
import { gatewayEvent, type Sent } from '../support/client.ts'
import { startProvider } from './external-provider.ts'
import { startIdp } from './saml-provider.ts'

const [provider, idp] = await Promise.all([startProvider(), startIdp()])
Object.assign(process.env, {
  OUTBOUND_ALLOW_PRIVATE: 'true',
  SIGN_IN_OIDC: JSON.stringify({ issuer: provider.issuer, clientId: 'entrepot' }),
  SIGN_IN_SAML: JSON.stringify({ metadataUrl: idp.metadataUrl, emailsVerified: true }),
})

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'entrepot-bundle-'))
  await bundle({ entries: { iam: 'functions/iam/api.ts' }, outdir: folder })
})
afterAll(async () => {
  await Promise.all([provider.stop(), idp.stop(), rm(folder, { recursive: true, force: true })])
})

/** Calls the bundle in a process of its own and returns the response. */
const bundled = async (method: string, url: string, sent: Sent) => {
  const entry = JSON.stringify(pathToFileURL(join(folder, 'iam', 'index.mjs')).href)
  const script = `const { handler } = await import(${entry})
    const answer = await handler(${JSON.stringify(gatewayEvent(method, url, sent))})
    process.stdout.write(JSON.stringify(answer), () => process.exit(0))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  const { statusCode, headers, body = '' } = JSON.parse(stdout)
  return { status: statusCode, location: new URL(String(headers.Location ?? 'none:')), body: body && JSON.parse(body) }
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const started = (kind: string) => bundled('POST', `/api/iam/auth/external/${kind}/start`, { body: {} })
const toldAt = ({ hash }: URL) => Object.fromEntries(new URLSearchParams(hash.slice(1)))

describe('the deployed bundle by itself', () => {
  test('signs in at an OpenID Connect provider', async () => {
    const { status, body } = await started('oidc')
    expect(status).toBe(200)
    const person = { sub: randomUUID(), email: `bundle.${randomUUID()}@example.com`, email_verified: true }
    const code = provider.agree(body.authorizationUrl, person)
    const { location } = await bundled('GET', `/auth/external/oidc/callback?code=${code}&state=${body.state}`, {})
    expect(toldAt(location)).toMatchObject({ tokenType: 'Bearer', state: body.state })
  })

  test('signs in at a SAML provider', async () => {
    const { status, body } = await started('saml')
    expect(status).toBe(200)
    const user = { id: randomUUID(), email: `bundle.${randomUUID()}@example.com` }
    const xml = await idp.respond(body.authorizationUrl, user)
    const answer = new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: body.state })
    const { location } = await bundled('POST', '/auth/external/saml/callback', { body: String(answer), headers: form })
    expect(toldAt(location)).toMatchObject({ tokenType: 'Bearer', state: body.state })
  })
})
