import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { invalid } from '../../platform/problem.ts'
import { identityKey } from '../identity-store.ts'

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

/** Refuses a number to which the deployment sends no text messages. */
export const refuseUnreachablePhone = (phone: string, { config }: Pick<App, 'config'>): void => {
  if (canReceiveSms(phone, { config })) return
  const prefixes = config.smsPrefixes.filter(Boolean).join(', ')
  const message = prefixes
    ? `must start with one of ${prefixes}`
    : 'must be null: this deployment sends no text messages'
  throw invalid({ propertyPath: 'phone', message })
}
