import { hash } from 'node:crypto'

/** Names a channel of a shop by its code. */
export const nameShopChannel = (code: string): string => `code:${code}`

/** Names a channel of a shop by its token, which is secret. */
export const nameShopChannelByToken = (token: string): string => `token:${hash('sha256', token, 'hex')}`
