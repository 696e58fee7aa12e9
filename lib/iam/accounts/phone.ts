import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { invalid, orNotFound } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { changeIdentity, findAccount, identityKey } from '../identity-store.ts'

type Using = Pick<App, 'db' | 'config'>

/** Whether text messages may go to the number: the deployment names the prefixes that it pays for. */
const mayReceive = (phone: string, { config }: Pick<App, 'config'>) =>
  config.smsPrefixes.some((prefix) => prefix && phone.startsWith(prefix))

/** The numbers of these identities that text messages may go to; who has none is not among them. */
export const findPhones = async ({ db, config }: Using, identities: readonly Id[]): Promise<Map<Id, string>> => {
  const items = await db.batchGet(identities.map(identityKey))
  return new Map(
    items.flatMap(({ id, phone }) =>
      typeof phone === 'string' && mayReceive(phone, { config }) ? [[id as Id, phone] as const] : [],
    ),
  )
}

/** Null takes the number away. */
export const changePhone = async ({ db, config }: Using, unit: Unit, id: Id, phone: string | null) => {
  if (phone !== null && !mayReceive(phone, { config })) {
    const prefixes = config.smsPrefixes.filter(Boolean).join(', ')
    const message = prefixes ? `must begin with one of ${prefixes}` : 'must be left out: no text messages are sent'
    throw invalid({ propertyPath: 'phone', message })
  }
  const { identity } = orNotFound(await findAccount(db, id))
  unit.match(identity)
  changeIdentity(unit, id, { phone }, identity)
  return { phone, rev: identity.rev + 1, updatedAt: unit.now.toISOString() }
}
