import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { App } from '../../platform/app/app.ts'
import { type Id, parseId } from '../../platform/id.ts'
import { invalid } from '../../platform/problem.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { Owner } from '../../platform/vault/vault.ts'

type Purpose = 'verification' | 'password-reset'

const LIVES_SECONDS: Record<Purpose, number> = { verification: 24 * 3600, 'password-reset': 3600 }

export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')
const tokenKey = (identity: Id, purpose: Purpose): Key => ({ pk: `I#${identity}`, sk: `TOKEN#${purpose}` })

/** To whom the sealed form of a mailed token belongs: the identity or the member that the mail is for. */
export const buildMailedTokenContext = (recipient: Id): Owner => ({
  tenant: 'platform',
  subject: recipient,
  purpose: 'email-token',
})

/** A token for the address's owner, and its sealed form for the event that has it mailed; only its hash is stored. */
export const sealEmailToken = async ({ vault }: Pick<App, 'vault'>, identity: Id) => {
  const token = `${identity}.${randomBytes(32).toString('base64url')}`
  return {
    token,
    sealedToken: await vault.seal(token, buildMailedTokenContext(identity)),
  }
}

/** Stores the token; the one before it, if any, is void from then on. */
export const addEmailToken = (unit: Unit, identity: Id, purpose: Purpose, token: string): void => {
  const expiresAt = Math.floor(unit.now.getTime() / 1000) + LIVES_SECONDS[purpose]
  unit.add({ put: { ...tokenKey(identity, purpose), kind: 'email-token', hash: hashToken(token), expiresAt } })
}

/** Makes the tokens void that were mailed and not used. */
export const voidEmailTokens = (unit: Unit, identity: Id): void => {
  for (const purpose of Object.keys(LIVES_SECONDS) as Purpose[]) unit.add({ delete: tokenKey(identity, purpose) })
}

export const buildTokenRefusal = () =>
  invalid({ propertyPath: 'token', message: 'is not valid, was used already, or has expired' })

/** The identity to which this token was mailed. The token is spent with the unit. */
export const consumeEmailToken = async (db: Table, unit: Unit, purpose: Purpose, token: string): Promise<Id> => {
  const identity = parseId(token.split('.')[0] ?? '')
  if (!identity) throw buildTokenRefusal()
  const key = tokenKey(identity, purpose)
  const item = await db.get(key)
  const hash = hashToken(token)
  const fits = item && timingSafeEqual(Buffer.from(item.hash as string), Buffer.from(hash))
  if (!fits || (item.expiresAt as number) <= unit.now.getTime() / 1000) throw buildTokenRefusal()
  unit.add({ delete: key, when: '#hash = :hash', values: { ':hash': hash } }, { refuse: buildTokenRefusal })
  return identity
}
