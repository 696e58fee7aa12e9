import { DOMParser } from '@xmldom/xmldom'
import { type App, lasting } from '../../platform/app/app.ts'
import { createProviderFetch } from './provider-fetch.ts'

/** What an identity provider says of itself. */
export interface IdpMetadata {
  entityId: string
  /** Where the browser is sent with a request (HTTP-Redirect binding). */
  signInUrl: string
  /** All that it may sign with, in base64: while it changes its key there are several. */
  certificates: string[]
}

const REMEMBERED_MS = 3600_000
const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata'
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#'
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

const known = new WeakMap<App, Map<string, { metadata: IdpMetadata; until: number }>>()

/** Declarations of types and entities have no place in SAML, and whoever reads them can be made to do much work. */
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
    throw new Error('the metadata lacks its entityID, a place to sign in by redirect, or a certificate')
  return { entityId, signInUrl, certificates }
}

/** The provider's metadata, read again every hour. */
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
  all.set(url, { metadata, until: now + REMEMBERED_MS })
  return metadata
}
