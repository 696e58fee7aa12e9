import { ConnectorError, type Session, type Shop } from './connector.ts'

interface Opened extends Session {
  /** Whether the store has taken it at least once. */
  isProven: boolean
}

interface Asking<Answer> {
  /** Asks the store for a session; throws `AUTH_FAILED` where the store refuses the credentials. */
  signIn: () => Promise<string>
  send: (session: string) => Promise<Answer>
  /** Tells an answer that refuses the session from all others. */
  isRefused: (answer: Answer, session: string) => boolean | Promise<boolean>
}

/** A store that ends more sessions than this during one request is signed in to by somebody else all the time. */
const MAX_SESSIONS = 4

const opened = new WeakMap<Shop, Promise<Opened>>()

const open = async (shop: Shop, signIn: () => Promise<string>, refused?: Opened): Promise<Opened> => {
  const session = shop.session ? await shop.session(signIn, refused?.secret) : { secret: await signIn(), isOwn: true }
  return { ...session, isProven: false }
}

/** The session that this store is used with, opened once by all who ask at the same time. */
const sessionFor = (shop: Shop, signIn: () => Promise<string>, refused?: Opened, by?: Promise<Opened>) => {
  const known = opened.get(shop)
  if (known && known !== by) return known
  const next = open(shop, signIn, refused)
  opened.set(shop, next)
  next.catch(() => opened.get(shop) === next && opened.delete(shop))
  return next
}

/** The session that this store has taken; undefined where there is none. */
export const provenSession = async (shop: Shop): Promise<string | undefined> => {
  const session = await opened.get(shop)
  return session?.isProven ? session.secret : undefined
}

/**
 * Asks a store in a session. A session that the store has ended says nothing about the credentials, since another sign-in
 * may have ended it; a session that is refused right after one's own sign-in does.
 */
export const askInSession = async <Answer>(
  shop: Shop,
  { signIn, send, isRefused }: Asking<Answer>,
): Promise<Answer> => {
  let session = sessionFor(shop, signIn)
  for (let sessions = 1; sessions <= MAX_SESSIONS; sessions++) {
    const used = await session
    const answer = await send(used.secret)
    if (!(await isRefused(answer, used.secret))) {
      used.isProven = true
      return answer
    }
    if (used.isOwn && (sessions > 1 || !used.isProven))
      throw new ConnectorError('AUTH_FAILED', 'The store does not take the credentials.')
    session = sessionFor(shop, signIn, used, session)
  }
  throw new ConnectorError(
    'STORE_UNAVAILABLE',
    'The store ends each session at once. Use credentials that nothing else signs in with.',
  )
}
