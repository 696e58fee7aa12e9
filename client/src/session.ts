import { type Authentication, type AuthenticationContext, MARGIN_MS, shareRun } from './authentication.ts'
import { isProblem, SessionEndedError } from './errors.ts'
import type { PreparedRequest } from './requests.ts'

/** Tokens as signing in returns them. */
export interface SessionTokens {
  accessToken: string
  /** Null, as selecting a tenant returns it, keeps the one before. */
  refreshToken: string | null
  /** Lifetime of the access token in seconds. */
  expiresIn?: number
}

export interface SessionOptions {
  tokens?: SessionTokens | undefined
  /** Is called with all new tokens. Store them: a refresh token is valid until it is used. */
  save?: ((tokens: SessionTokens) => unknown) | undefined
  /** Returns the stored tokens. Set it if several programs or tabs share the session, so that they use the newest ones. */
  load?: (() => SessionTokens | undefined | Promise<SessionTokens | undefined>) | undefined
}

/** The session of a person. */
export interface Session extends Authentication {
  /** The current tokens; undefined before signing in and after the session has ended. */
  readonly tokens: SessionTokens | undefined
  /** Uses the tokens that signing in, selecting a tenant or accepting an invitation has returned. */
  adopt(tokens: SessionTokens): Promise<void>
}

const buildRefresh = (refreshToken: string): PreparedRequest => ({
  method: 'POST',
  path: '/api/v1/iam/auth/refresh',
  body: JSON.stringify({ refreshToken }),
  contentType: 'application/json',
  isPublic: true,
  // The platform returns the same successor for 30 seconds. Later it takes the token for stolen and ends the session.
  repeatableForMs: 20_000,
  timeoutMs: 8_000,
})

/** Creates the session of a person, which replaces its access token with the refresh token when it ends. */
export const createSession = ({ tokens: given, save, load }: SessionOptions = {}): Session => {
  let tokens = given
  let endsAt = Number.POSITIVE_INFINITY
  let end: SessionEndedError | undefined
  // The age of given tokens is unknown, so their end shows when the platform refuses them.
  const use = (next: SessionTokens, now?: number) => {
    tokens = { ...next, refreshToken: next.refreshToken ?? tokens?.refreshToken ?? null }
    endsAt = now !== undefined && next.expiresIn ? now + next.expiresIn * 1000 - MARGIN_MS : Number.POSITIVE_INFINITY
    end = undefined
    return tokens
  }

  const useStored = async () => {
    const stored = await load?.()
    if (!stored?.refreshToken || stored.refreshToken === tokens?.refreshToken) return false
    use(stored)
    return true
  }

  const finish = (cause: unknown): never => {
    tokens = undefined
    end = new SessionEndedError(cause)
    throw end
  }

  const renew = shareRun(async ({ send, now }: AuthenticationContext, reason: unknown): Promise<void> => {
    if (await useStored()) return
    const refreshToken = tokens?.refreshToken
    if (!refreshToken) return finish(reason)
    try {
      const { text } = await send(buildRefresh(refreshToken))
      const next = use(JSON.parse(text) as SessionTokens, now())
      await save?.(next)
    } catch (error) {
      if (!isProblem(error) || error.status !== 401) throw error
      // Another program may have used the refresh token and stored its successor meanwhile.
      if (!(await useStored())) finish(error)
    }
  })

  return {
    get tokens() {
      return tokens
    },
    async adopt(next) {
      const used = use(next, Date.now())
      await save?.(used)
    },
    async getToken(context) {
      if (end) throw end
      if (!tokens) await useStored()
      if (tokens?.refreshToken && context.now() >= endsAt) await renew(context, undefined)
      return tokens?.accessToken
    },
    async replaceToken(refused, context, reason) {
      if (isProblem(reason, 'SESSION_REVOKED') && !load) return finish(reason)
      if (!isProblem(reason, 'TOKEN_EXPIRED', 'SESSION_REVOKED')) return false
      if (tokens?.accessToken === refused) await renew(context, reason)
      return true
    },
  }
}
