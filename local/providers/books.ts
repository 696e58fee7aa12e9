import { randomBytes } from 'node:crypto'

/** The grant of one seller to one application. */
interface Consent {
  client: string
  redirectUri: string
}

interface Token {
  seller: string
  /** Null if it does not expire. */
  until: number | null
}

export interface Issued {
  access_token: string
  refresh_token?: string
  expires_in?: number
}

export interface BookOptions {
  now: () => number
  /** Lifetime of an access token; null if it does not expire. */
  accessSeconds: number | null
  /** `none` issues no refresh tokens; `rotating` replaces them on each use. */
  refresh: 'none' | 'same' | 'rotating'
  prefixes?: { access: string; refresh: string }
}

const CODE_MS = 300_000

/** The codes and tokens of one provider. A code is valid once; a rotated refresh token is invalid. */
export const makeBook = ({ now, accessSeconds, refresh, prefixes = { access: '', refresh: '' } }: BookOptions) => {
  const codes = new Map<string, Consent & { until: number; access?: string }>()
  const accesses = new Map<string, Token>()
  const refreshes = new Map<string, string>()
  const random = () => randomBytes(24).toString('base64url')

  const issue = (seller: string, successorOf?: string): Issued => {
    const access = prefixes.access + random()
    accesses.set(access, { seller, until: accessSeconds === null ? null : now() + accessSeconds * 1000 })
    const issued: Issued = { access_token: access, ...(accessSeconds !== null && { expires_in: accessSeconds }) }
    if (refresh === 'none' || (refresh === 'same' && successorOf)) return issued
    if (successorOf) refreshes.delete(successorOf)
    const next = prefixes.refresh + random()
    refreshes.set(next, seller)
    return { ...issued, refresh_token: next }
  }

  return {
    /** Issues a code for an application after the seller's approval. */
    approve(consent: Consent): string {
      const code = random()
      codes.set(code, { ...consent, until: now() + CODE_MS })
      return code
    },
    redeem(code: string, { client, redirectUri }: Consent): Issued | undefined {
      const found = codes.get(code)
      if (!found) return undefined
      if (found.access) {
        accesses.delete(found.access)
        return undefined
      }
      if (found.client !== client || found.redirectUri !== redirectUri || found.until <= now()) return undefined
      const issued = issue('local-seller')
      found.access = issued.access_token
      return issued
    },
    renew(token: string): Issued | undefined {
      const seller = refreshes.get(token)
      return seller === undefined ? undefined : issue(seller, token)
    },
    issue,
    isGood(access: string): boolean {
      const token = accesses.get(access)
      return token !== undefined && (token.until === null || token.until > now())
    },
    /** Revokes all access tokens, and refresh tokens too if the seller withdrew the consent. */
    withdraw(what: 'access' | 'everything'): void {
      accesses.clear()
      if (what === 'everything') refreshes.clear()
    },
  }
}
export type Book = ReturnType<typeof makeBook>
