import type { PreparedRequest } from './requests.ts'

/** A success as it was received. */
export interface Answer {
  status: number
  headers: Headers
  text: string
}

/** The parts of the client that signing in needs. */
export interface AuthenticationContext {
  /** Sends a request without a token. Throws the errors of the client. */
  send(request: PreparedRequest): Promise<Answer>
  now(): number
}

/** Proves to the platform who sends a request. */
export interface Authentication {
  /** Returns the access token for the next request; undefined to send it without one. */
  getToken(context: AuthenticationContext): Promise<string | undefined>
  /**
   * Is called when the platform has refused the token. Returns true if another token can be used now. Throws if there
   * will be none.
   */
  replaceToken(refused: string, context: AuthenticationContext, reason: unknown): Promise<boolean>
}

/** Tokens are replaced this long before they end, so that they do not end on the way. */
export const MARGIN_MS = 30_000

/** Returns a function that runs the work, or waits for it if it runs already. */
export const shareRun = <A extends unknown[], T>(work: (...args: A) => Promise<T>): ((...args: A) => Promise<T>) => {
  let running: Promise<T> | undefined
  return (...args) => {
    running ??= work(...args).finally(() => {
      running = undefined
    })
    return running
  }
}

/** Uses a token that you have, or that your function returns for each request. It is not replaced. */
export const createTokenAuthentication = (
  token: string | (() => string | undefined | Promise<string | undefined>),
): Authentication => ({
  getToken: async () => (typeof token === 'string' ? token : await token()),
  replaceToken: async () => false,
})
