import { ConnectorError, type Session, type Shop } from './connector.ts'

interface Opened extends Session {
  /** True once the shop has accepted the session. */
  isProven: boolean
}

interface Asking<Answer> {
  /** Requests a session. Throws `AUTH_FAILED` if the shop rejects the credentials. */
  signIn: () => Promise<string>
  send: (session: string) => Promise<Answer>
  /** Returns true if the answer rejects the session. */
  isRefused: (answer: Answer, session: string) => boolean | Promise<boolean>
}

/** If a shop ends more sessions than this during one request, another client signs in all the time. */
const MAX_SESSIONS = 4

const opened = new WeakMap<Shop, Promise<Opened>>()

const open = async (shop: Shop, signIn: () => Promise<string>, refused?: Opened): Promise<Opened> => {
  const session = shop.session ? await shop.session(signIn, refused?.secret) : { secret: await signIn(), isOwn: true }
  return { ...session, isProven: false }
}

/** Returns the session of a shop; concurrent callers share one sign-in. */
const getSession = (shop: Shop, signIn: () => Promise<string>, refused?: Opened, by?: Promise<Opened>) => {
  const known = opened.get(shop)
  if (known && known !== by) return known
  const next = open(shop, signIn, refused)
  opened.set(shop, next)
  next.catch(() => opened.get(shop) === next && opened.delete(shop))
  return next
}

/** Returns the session that the shop has accepted, or undefined. */
export const findProvenSession = async (shop: Shop): Promise<string | undefined> => {
  const session = await opened.get(shop)
  return session?.isProven ? session.secret : undefined
}

/**
 * Sends a request in a session. If the shop rejects an older session, another sign-in may have ended it; if it rejects a
 * session right after the sign-in, the credentials are wrong.
 */
export const askInSession = async <Answer>(
  shop: Shop,
  { signIn, send, isRefused }: Asking<Answer>,
): Promise<Answer> => {
  let session = getSession(shop, signIn)
  for (let sessions = 1; sessions <= MAX_SESSIONS; sessions++) {
    const used = await session
    const answer = await send(used.secret)
    if (!(await isRefused(answer, used.secret))) {
      used.isProven = true
      return answer
    }
    if (used.isOwn && (sessions > 1 || !used.isProven))
      throw new ConnectorError('AUTH_FAILED', 'The shop rejected the credentials.')
    session = getSession(shop, signIn, used, session)
  }
  throw new ConnectorError(
    'STORE_UNAVAILABLE',
    'The shop ends each session immediately. Use credentials that no other application signs in with.',
  )
}
