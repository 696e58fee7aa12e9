import { createHmac } from 'node:crypto'

const encodeText = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)

interface Signing {
  key: string
  secret: string
  nonce: string
  /** Unix seconds. */
  timestamp: number
}

/** Signs a URL with one-legged OAuth 1.0a, which shops require over plain HTTP. */
export const signUrl = (method: string, address: string, { key, secret, nonce, timestamp }: Signing): string => {
  const url = new URL(address)
  const parameters = [
    ...url.searchParams,
    ['oauth_consumer_key', key],
    ['oauth_nonce', nonce],
    ['oauth_signature_method', 'HMAC-SHA256'],
    ['oauth_timestamp', String(timestamp)],
  ].map(([name = '', value = '']) => `${encodeText(name)}=${encodeText(value)}`)
  const base = [method, `${url.origin}${url.pathname}`, parameters.sort().join('&')].map(encodeText).join('&')
  const signature = createHmac('sha256', `${secret}&`).update(base).digest('base64')
  return `${url.origin}${url.pathname}?${parameters.join('&')}&oauth_signature=${encodeText(signature)}`
}
