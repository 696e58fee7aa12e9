import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { App } from '../../platform/app/app.ts'
import { type Id, parseId } from '../../platform/id.ts'
import { invalid } from '../../platform/problem.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { Owner } from '../../platform/vault/vault.ts'

const PURPOSES = ['verification', 'password-reset', 'email-change', 'email-undo'] as const

/** A mailed token works for one purpose, which also decides how long it works. */
export type EmailTokenPurpose = (typeof PURPOSES)[number]

const LIFETIME_SECONDS: Record<EmailTokenPurpose, number> = {
  verification: 24 * 3600,
  'password-reset': 3600,
  'email-change': 24 * 3600,
  'email-undo': 8 * 24 * 3600,
}

export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')
const tokenKey = (identity: Id, purpose: EmailTokenPurpose): Key => ({ pk: `I#${identity}`, sk: `TOKEN#${purpose}` })

/** Builds the vault context of a mailed token; the recipient is an identity or an invited member. */
export const buildMailedTokenContext = (recipient: Id): Owner => ({
  tenant: 'platform',
  subject: recipient,
  purpose: 'email-token',
})

/** Creates a token and its sealed form for the event that has it mailed. */
export const sealEmailToken = async ({ vault }: Pick<App, 'vault'>, identity: Id) => {
  const token = `${identity}.${randomBytes(32).toString('base64url')}`
  return {
    token,
    sealedToken: await vault.seal(token, buildMailedTokenContext(identity)),
  }
}

/** Stores the hash of the token; a token mailed before for this purpose becomes invalid. */
export const addEmailToken = (
  unit: Unit,
  identity: Id,
  purpose: EmailTokenPurpose,
  token: string,
  content: Readonly<Record<string, string>> = {},
): void => {
  const expiresAt = Math.floor(unit.now.getTime() / 1000) + LIFETIME_SECONDS[purpose]
  const item = { ...tokenKey(identity, purpose), kind: 'email-token', hash: hashToken(token), expiresAt }
  unit.add({ put: { ...item, ...content } })
}

/**
 * Invalidates the mailed tokens of the identity, except one that the unit consumes. A token that undoes a change of the
 * address stays valid, so that nobody who has taken over an account can invalidate it.
 */
export const voidEmailTokens = (unit: Unit, identity: Id, except?: EmailTokenPurpose): void => {
  for (const purpose of PURPOSES)
    if (purpose !== 'email-undo' && purpose !== except) unit.add({ delete: tokenKey(identity, purpose) })
}

export const buildTokenProblem = () =>
  invalid({ propertyPath: 'token', message: 'must be valid, unused and not expired' })

/** Returns the identity to which this token was mailed, the stored token and the time of its issue; the unit consumes it. */
export const readEmailToken = async <C extends object = object>(
  db: Table,
  unit: Unit,
  purpose: EmailTokenPurpose,
  token: string,
): Promise<{ identity: Id; item: C; issuedAt: Date }> => {
  const identity = parseId(token.split('.')[0] ?? '')
  if (!identity) throw buildTokenProblem()
  const key = tokenKey(identity, purpose)
  const item = await db.get<C & { hash: string; expiresAt: number }>(key)
  const hash = hashToken(token)
  const fits = item && timingSafeEqual(Buffer.from(item.hash), Buffer.from(hash))
  if (!fits || item.expiresAt <= unit.now.getTime() / 1000) throw buildTokenProblem()
  unit.add({ delete: key, when: '#hash = :hash', values: { ':hash': hash } }, { refuse: buildTokenProblem })
  return { identity, item, issuedAt: new Date((item.expiresAt - LIFETIME_SECONDS[purpose]) * 1000) }
}

/** Returns the identity to which this token was mailed; the unit consumes the token. */
export const consumeEmailToken = async (
  db: Table,
  unit: Unit,
  purpose: EmailTokenPurpose,
  token: string,
): Promise<Id> => (await readEmailToken(db, unit, purpose, token)).identity
