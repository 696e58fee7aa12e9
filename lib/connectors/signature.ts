import { createHmac, timingSafeEqual } from 'node:crypto'

/** Returns true if the header is the base64 HMAC-SHA256 of the body under one of the secrets. */
export const isSignedBase64 = (raw: Buffer, header: string | undefined, secrets: readonly string[]): boolean => {
  const given = Buffer.from(header ?? '', 'utf8')
  // All secrets are tried, so that the duration does not reveal which one matches.
  const matches = secrets.map((secret) => {
    const expected = Buffer.from(createHmac('sha256', secret).update(raw).digest('base64'), 'utf8')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  return matches.includes(true)
}
