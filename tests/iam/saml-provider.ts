import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { DOMParser } from '@xmldom/xmldom'
import { escapeText } from '../../lib/platform/html.ts'
import { serve } from '../../local/serve.ts'
import { type ResponseOptions, readCertificate, writeResponse } from './saml-response.ts'

export interface SamlUser {
  id: string
  email: string
  name?: string
}

const pem = (name: string) => readFileSync(join(import.meta.dirname, 'saml-keys', name), 'utf8')
export const keysOf = (name: 'idp' | 'foreign') => ({ key: pem(`${name}.key.pem`), cert: pem(`${name}.cert.pem`) })

export const ISSUER = 'urn:idp.example'
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
const BINDINGS = 'urn:oasis:names:tc:SAML:2.0:bindings'

const writeMetadata = (host: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor entityID="${ISSUER}" xmlns="urn:oasis:names:tc:SAML:2.0:metadata">
<IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data>
<X509Certificate>${readCertificate(keysOf('idp').cert)}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>
<NameIDFormat>${PERSISTENT}</NameIDFormat>
<SingleSignOnService Binding="${BINDINGS}:HTTP-Redirect" Location="${host}/sign-in"/>
<SingleSignOnService Binding="${BINDINGS}:HTTP-POST" Location="${host}/sign-in"/>
</IDPSSODescriptor></EntityDescriptor>`

/** Reads a request that came by the redirect binding. */
const readRequest = (query: URLSearchParams) => {
  const xml = inflateRawSync(Buffer.from(query.get('SAMLRequest') ?? '', 'base64')).toString()
  const { documentElement: request } = new DOMParser().parseFromString(xml, 'text/xml')
  if (!request) throw new Error('The request is empty.')
  return {
    id: request.getAttribute('ID') ?? '',
    issuer: request.getElementsByTagName('saml:Issuer')[0]?.textContent ?? '',
    acs: request.getAttribute('AssertionConsumerServiceURL') ?? '',
  }
}

const answerTo = ({ id, issuer, acs }: ReturnType<typeof readRequest>): ResponseOptions => ({
  issuer: ISSUER,
  ...keysOf('idp'),
  nameIdentifierFormat: PERSISTENT,
  signatureAlgorithm: 'rsa-sha256',
  digestAlgorithm: 'sha256',
  audience: issuer,
  recipient: acs,
  destination: acs,
  inResponseTo: id,
  lifetimeInSeconds: 300,
})

const writeForm = (action: string, fields: Record<string, string>) =>
  `<html><body onload="document.forms[0].submit()"><form method="post" action="${escapeText(action)}">${Object.entries(
    fields,
  )
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeText(value)}">`)
    .join('')}</form></body></html>`

/** A SAML identity provider with metadata, a sign-in for browsers, and handmade responses. */
export const startIdp = async () => {
  let user: SamlUser = { id: 'nobody', email: 'nobody@example.com' }
  const changes: { metadata?: (xml: string) => string } = {}
  const { url: host, stop } = await serve((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://idp.example')
    if (pathname === '/metadata') {
      const xml = writeMetadata(`http://${request.headers.host}`)
      return void response.setHeader('content-type', 'application/xml').end(changes.metadata?.(xml) ?? xml)
    }
    // A browser also asks for an icon.
    if (!searchParams.has('SAMLRequest')) return void response.writeHead(404).end()
    const asked = readRequest(searchParams)
    const fields = {
      SAMLResponse: Buffer.from(writeResponse(answerTo(asked), user)).toString('base64'),
      RelayState: searchParams.get('RelayState') ?? '',
    }
    response.setHeader('content-type', 'text/html').end(writeForm(asked.acs, fields))
  })
  return {
    metadataUrl: `${host}/metadata`,
    changes,
    /** Sets the person at the browser. */
    is: (who: SamlUser) => {
      user = who
    },
    /** Builds the XML response to a request; `changes` are deviations from a correct one. */
    respond: async (authorizationUrl: string, who: SamlUser, changes: Partial<ResponseOptions> = {}) =>
      writeResponse({ ...answerTo(readRequest(new URL(authorizationUrl).searchParams)), ...changes }, who),
    stop,
  }
}
