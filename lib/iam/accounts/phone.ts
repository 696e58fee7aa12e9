import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { invalid, orNotFound } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { changeIdentity, findAccount, identityKey } from '../identity-store.ts'

type Using = Pick<App, 'db' | 'config'>

/** The deployment lists the prefixes to which it pays for text messages. */
const canReceiveSms = (phone: string, { config }: Pick<App, 'config'>) =>
  config.smsPrefixes.some((prefix) => prefix && phone.startsWith(prefix))

/** Reads the numbers of these identities, by identity; leaves out those that cannot receive text messages. */
export const findPhones = async ({ db, config }: Using, identities: readonly Id[]): Promise<Map<Id, string>> => {
  const items = await db.batchGet<{ id: Id }>(identities.map(identityKey))
  return new Map(
    items.flatMap(({ id, phone }) =>
      typeof phone === 'string' && canReceiveSms(phone, { config }) ? [[id, phone] as const] : [],
    ),
  )
}

/** Sets the number, or removes it if null. */
export const changePhone = async ({ db, config }: Using, unit: Unit, id: Id, phone: string | null) => {
  if (phone !== null && !canReceiveSms(phone, { config })) {
    const prefixes = config.smsPrefixes.filter(Boolean).join(', ')
    const message = prefixes
      ? `must start with one of ${prefixes}`
      : 'must be null: this deployment sends no text messages'
    throw invalid({ propertyPath: 'phone', message })
  }
  const { identity } = orNotFound(await findAccount(db, id))
  unit.match(identity)
  changeIdentity(unit, id, { phone }, identity)
  return { phone, rev: identity.rev + 1, updatedAt: unit.now.toISOString() }
}
