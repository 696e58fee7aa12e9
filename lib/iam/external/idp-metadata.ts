import { DOMParser } from '@xmldom/xmldom'
import { type App, lasting } from '../../platform/app/app.ts'
import { createProviderFetch } from './provider-fetch.ts'

/** The part of an identity provider's SAML metadata that sign-in needs. */
export interface IdpMetadata {
  entityId: string
  /** Address for sign-in requests with the HTTP-Redirect binding. */
  signInUrl: string
  /** Signing certificates in base64; several while the provider rotates its key. */
  certificates: string[]
}

const CACHE_MS = 3600_000
const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata'
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#'
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

const known = new WeakMap<App, Map<string, { metadata: IdpMetadata; until: number }>>()

/** Throws on document type and entity declarations: SAML needs none, and expanding them can exhaust memory. */
export const checkPlainXml = (xml: string): void => {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw new Error('the XML declares a type or entities')
}

const parseMetadata = (xml: string): IdpMetadata => {
  checkPlainXml(xml)
  const failOnError = (level: string, message: string) => {
    throw new Error(`the metadata is not XML: ${level} ${message}`)
  }
  const root = new DOMParser({ errorHandler: failOnError }).parseFromString(xml, 'text/xml').documentElement
  const entities = [root, ...Array.from(root.getElementsByTagNameNS(METADATA, 'EntityDescriptor'))].filter(
    (each) => each.localName === 'EntityDescriptor',
  )
  const entity = entities.find((each) => each.getElementsByTagNameNS(METADATA, 'IDPSSODescriptor').length > 0)
  const provider = entity?.getElementsByTagNameNS(METADATA, 'IDPSSODescriptor')[0]
  if (!entity || !provider) throw new Error('the metadata describes no identity provider')
  const services = Array.from(provider.getElementsByTagNameNS(METADATA, 'SingleSignOnService'))
  const signInUrl = services.find((each) => each.getAttribute('Binding') === REDIRECT)?.getAttribute('Location')
  const certificates = Array.from(provider.getElementsByTagNameNS(METADATA, 'KeyDescriptor'))
    .filter((each) => each.getAttribute('use') !== 'encryption')
    .flatMap((each) => Array.from(each.getElementsByTagNameNS(SIGNATURE, 'X509Certificate')))
    .map(({ textContent }) => (textContent ?? '').replace(/\s/g, ''))
    .filter(Boolean)
  const entityId = entity.getAttribute('entityID')
  if (!entityId || !signInUrl || !certificates.length)
    throw new Error('the metadata lacks an entityID, a sign-in address for redirects, or a certificate')
  return { entityId, signInUrl, certificates }
}

/** Reads the provider's metadata and caches it for an hour. */
export const readIdpMetadata = async (app: App, url: string): Promise<IdpMetadata> => {
  const all = known.get(lasting(app)) ?? new Map()
  known.set(lasting(app), all)
  const before = all.get(url)
  const now = app.clock().getTime()
  if (before && before.until > now) return before.metadata
  const response = await createProviderFetch(app)(url, {
    headers: { accept: 'application/samlmetadata+xml, text/xml' },
  })
  if (!response.ok) throw new Error(`the metadata answered ${response.status}`)
  const metadata = parseMetadata(await response.text())
  all.set(url, { metadata, until: now + CACHE_MS })
  return metadata
}
