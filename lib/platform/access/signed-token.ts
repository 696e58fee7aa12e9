import { timingSafeEqual } from 'node:crypto'
import type { App } from '../app/app.ts'
import { signText } from './signed-state.ts'

const TOKEN = /^([\w-]{20,200})\.([\w-]{43})$/

/** Creates a token for an address: signed values that contain no period. */
export const createSignedToken = async (app: App, purpose: string, values: readonly string[]): Promise<string> => {
  const payload = Buffer.from(values.join('.')).toString('base64url')
  const signature = await signText(app, purpose, payload)
  return `${payload}.${signature.toString('base64url')}`
}

/** Returns the values of a token; undefined if it is forged, altered or made for another purpose. */
export const openSignedToken = async (app: App, purpose: string, token: string): Promise<string[] | undefined> => {
  const [, payload = '', signature = ''] = TOKEN.exec(token) ?? []
  if (!payload || !timingSafeEqual(Buffer.from(signature, 'base64url'), await signText(app, purpose, payload)))
    return undefined
  return Buffer.from(payload, 'base64url').toString().split('.')
}
