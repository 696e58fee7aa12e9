export const MASK = '********'

const MAX_LENGTH = 1024

/** Words after which a text mostly goes on with a secret. */
const CREDENTIALS = /\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi
const NAMED = /\b(password|secret|token|api[_-]?key)("?[:=] ?"?)[^\s"',;&}]{1,500}/gi

/** Replaces the secrets of a request, and what looks like credentials, in the answer to it. */
export const maskSecrets = (text: string, secrets: readonly string[]): string =>
  secrets
    .filter(Boolean)
    .toSorted((one, other) => other.length - one.length)
    .reduce((masked, secret) => masked.replaceAll(secret, MASK), text)
    .replace(CREDENTIALS, (_, scheme: string) => `${scheme} ${MASK}`)
    .replace(NAMED, (_, name: string, sign: string) => `${name}${sign}${MASK}`)

/** Returns the beginning of an answer as the log keeps it. Secrets are masked first, so that none is cut in two. */
export const excerptAnswer = (body: Buffer, secrets: readonly string[]): string => {
  const text = maskSecrets(body.toString('utf8'), secrets)
  return [...text]
    .filter((sign) => sign >= ' ' || /\s/.test(sign))
    .slice(0, MAX_LENGTH)
    .join('')
}
