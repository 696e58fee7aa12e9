import { timingSafeEqual } from 'node:crypto'
import type { App } from '../app/app.ts'
import { signText } from './signed-state.ts'

const TOKEN = /^([\w-]{20,200})\.([\w-]{43})$/

const sign = async (app: App, purpose: string, payload: string) =>
  (await signText(app, purpose, payload)).toString('base64url')

/** Creates a token for an address: signed values that contain no period. */
export const createSignedToken = async (app: App, purpose: string, values: readonly string[]): Promise<string> => {
  const payload = Buffer.from(values.join('.')).toString('base64url')
  return `${payload}.${await sign(app, purpose, payload)}`
}

/** Returns the values of a token; undefined if it is forged, altered or made for another purpose. */
export const openSignedToken = async (app: App, purpose: string, token: string): Promise<string[] | undefined> => {
  const [, payload = '', signature = ''] = TOKEN.exec(token) ?? []
  if (!payload) return undefined
  // The texts are compared, since base64 has several spellings of the same bytes.
  const expected = Buffer.from(await sign(app, purpose, payload))
  if (!timingSafeEqual(Buffer.from(signature), expected)) return undefined
  return Buffer.from(payload, 'base64url').toString().split('.')
}
