import { randomUUID } from 'node:crypto'
import { SignedXml } from 'xml-crypto'
import { escapeText } from '../../lib/platform/html.ts'
import type { SamlUser } from './saml-provider.ts'

export interface ResponseOptions {
  issuer: string
  key: string
  cert: string
  audience: string
  destination: string
  recipient?: string | undefined
  inResponseTo?: string | undefined
  lifetimeInSeconds: number
  nameIdentifierFormat: string
  signatureAlgorithm: 'rsa-sha256' | 'rsa-sha1'
  digestAlgorithm: 'sha256' | 'sha1'
  signAssertion?: boolean
  signResponse?: boolean
}

const SIGNATURES = {
  'rsa-sha256': 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'rsa-sha1': 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
} as const
const DIGESTS = {
  sha256: 'http://www.w3.org/2001/04/xmlenc#sha256',
  sha1: 'http://www.w3.org/2000/09/xmldsig#sha1',
} as const
const CANONICAL = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'
const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'

export const readCertificate = (pem: string): string => pem.replace(/-----[^-]+-----|\s/g, '')

const makeId = () => `_${randomUUID().replaceAll('-', '')}`
const writeTime = (at: number) => new Date(at).toISOString()
const writeAttributes = (values: Record<string, string | undefined>) =>
  Object.entries(values)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeText(value)}"`))
    .join('')

/** Signs the root element and puts the signature behind its issuer, as SAML's schema wants it. */
const sign = (xml: string, { key, cert, signatureAlgorithm, digestAlgorithm }: ResponseOptions): string => {
  const signed = new SignedXml({
    privateKey: key,
    signatureAlgorithm: SIGNATURES[signatureAlgorithm],
    canonicalizationAlgorithm: CANONICAL,
    getKeyInfoContent: () => `<X509Data><X509Certificate>${readCertificate(cert)}</X509Certificate></X509Data>`,
  })
  signed.addReference({
    xpath: '/*',
    digestAlgorithm: DIGESTS[digestAlgorithm],
    transforms: [ENVELOPED, CANONICAL],
  })
  signed.computeSignature(xml, { location: { reference: "/*/*[local-name(.)='Issuer']", action: 'after' } })
  return signed.getSignedXml()
}

const writeAssertion = (
  { issuer, audience, recipient, inResponseTo, lifetimeInSeconds, nameIdentifierFormat }: ResponseOptions,
  { id, email, name = 'Grace' }: SamlUser,
): string => {
  const now = Date.now()
  const [from, until] = [writeTime(now), writeTime(now + lifetimeInSeconds * 1000)]
  const claims = { emailaddress: email, givenname: name, surname: 'Hopper' }
  return (
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" Version="2.0" ID="${makeId()}" IssueInstant="${from}">` +
    `<saml:Issuer>${issuer}</saml:Issuer><saml:Subject>` +
    `<saml:NameID Format="${nameIdentifierFormat}">${escapeText(id)}</saml:NameID>` +
    '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">' +
    `<saml:SubjectConfirmationData${writeAttributes({ NotOnOrAfter: until, Recipient: recipient, InResponseTo: inResponseTo })}/>` +
    '</saml:SubjectConfirmation></saml:Subject>' +
    `<saml:Conditions NotBefore="${from}" NotOnOrAfter="${until}">` +
    `<saml:AudienceRestriction><saml:Audience>${escapeText(audience)}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${from}"><saml:AuthnContext><saml:AuthnContextClassRef>` +
    'urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>' +
    '<saml:AttributeStatement>' +
    Object.entries(claims)
      .map(
        ([claim, value]) =>
          `<saml:Attribute Name="${CLAIMS}/${claim}" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:uri">` +
          `<saml:AttributeValue>${escapeText(value)}</saml:AttributeValue></saml:Attribute>`,
      )
      .join('') +
    '</saml:AttributeStatement></saml:Assertion>'
  )
}

/** Writes the response of a provider as SAML 2.0 Core describes it, with a signed assertion unless the options say no. */
export const writeResponse = (options: ResponseOptions, user: SamlUser): string => {
  const bare = writeAssertion(options, user)
  const assertion = options.signAssertion === false ? bare : sign(bare, options)
  const response =
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="${makeId()}"` +
    writeAttributes({ InResponseTo: options.inResponseTo, Version: '2.0', IssueInstant: writeTime(Date.now()) }) +
    `${writeAttributes({ Destination: options.destination })}>` +
    `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${options.issuer}</saml:Issuer>` +
    '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>' +
    `${assertion}</samlp:Response>`
  return options.signResponse ? sign(response, options) : response
}
