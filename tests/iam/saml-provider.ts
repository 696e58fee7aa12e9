import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import samlp from 'samlp'
import { serve } from '../../local/serve.ts'

export interface SamlUser {
  id: string
  email: string
  name?: string
}

const pem = (name: string) => readFileSync(join(import.meta.dirname, 'saml-keys', name), 'utf8')
export const keysOf = (name: 'idp' | 'foreign') => ({ key: pem(`${name}.key.pem`), cert: pem(`${name}.cert.pem`) })

export const ISSUER = 'urn:idp.example'
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'

const profileOf = ({ id, email, name = 'Grace' }: SamlUser) => ({
  id,
  emails: [{ value: email }],
  displayName: name,
  name: { givenName: name, familyName: 'Hopper' },
})

const parseRequest = promisify(samlp.parseRequest)
const getSamlResponse = promisify(samlp.getSamlResponse)

/** A SAML identity provider with metadata, a sign-in for browsers, and handmade responses. */
export const startIdp = async () => {
  const options = { issuer: ISSUER, ...keysOf('idp'), nameIdentifierFormat: PERSISTENT }
  let user: SamlUser = { id: 'nobody', email: 'nobody@example.com' }
  const metadata = samlp.metadata({ ...options, redirectEndpointPath: '/sign-in', postEndpointPath: '/sign-in' })
  const changes: { metadata?: (xml: string) => string } = {}
  const { url: host, stop } = await serve((request, response) => {
    const url = new URL(request.url ?? '/', 'http://idp.example')
    const isMetadata = url.pathname === '/metadata'
    const query = Object.fromEntries(url.searchParams)
    const asked = Object.assign(request, { query, originalUrl: request.url, protocol: 'http', user: profileOf(user) })
    const answer = Object.assign(response, {
      set: (name: string, value: string) => void response.setHeader(name, value),
      send: (body: string) => void response.end(isMetadata ? (changes.metadata?.(body) ?? body) : body),
    })
    const failed = (error: unknown) => void response.writeHead(500).end(String(error))
    if (isMetadata) return metadata(asked, answer, failed)
    // A browser also asks for an icon.
    if (!query.SAMLRequest) return void response.writeHead(404).end()
    const getPostURL = (
      _audience: string,
      request_: { documentElement: { getAttribute: (name: string) => string } },
      _request: unknown,
      done: (error: null, url: string) => void,
    ) => done(null, request_.documentElement.getAttribute('AssertionConsumerServiceURL'))
    const recipient = new URL(`${publicUrl}/auth/external/saml/callback`).href
    samlp.auth({ ...options, getPostURL, recipient, destination: recipient })(asked, answer, failed)
  })
  const publicUrl = process.env.PUBLIC_URL
  return {
    metadataUrl: `${host}/metadata`,
    changes,
    /** Sets the person at the browser. */
    is: (who: SamlUser) => {
      user = who
    },
    /** Builds the XML response to a request; `changes` are deviations from a correct one. */
    respond: async (authorizationUrl: string, who: SamlUser, changes: Record<string, unknown> = {}) => {
      const query = Object.fromEntries(new URL(authorizationUrl).searchParams)
      const { id, issuer, assertionConsumerServiceURL: acs } = await parseRequest({ query })
      return await getSamlResponse(
        {
          ...options,
          signatureAlgorithm: 'rsa-sha256',
          digestAlgorithm: 'sha256',
          audience: issuer,
          recipient: acs,
          destination: acs,
          inResponseTo: id,
          lifetimeInSeconds: 300,
          ...changes,
        },
        profileOf(who),
      )
    },
    stop,
  }
}
