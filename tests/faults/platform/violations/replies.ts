import { parseId } from '../../../../lib/platform/id.ts'
import type { Reply } from '../asking.ts'
import type { PlatformWorld } from '../world.ts'
import type { Life } from './states.ts'

/** Kinds that nothing but requests with a key creates in this workload. */
const CREATED_BY_KEY = new Set(['partner', 'custodian', 'recurring-profile'])

/** Ids that the stored answers of requests with a key name, each with the number of such answers. */
const countAnsweredIds = ({ table, tenant }: PlatformWorld): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const { answer } of table.everPut(`T#${tenant}#idempotency`)) {
    const { body = '' } = answer as { body?: string }
    const id = body.startsWith('{') ? parseId(String(JSON.parse(body).id)) : undefined
    if (id) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}

/** Checks that each key created one resource, that all answers to it name that one, and that it exists or existed. */
export const findKeyFaults = (world: PlatformWorld, replies: readonly Reply[], lives: readonly Life[]): string[] => {
  const found: string[] = []
  const own = replies.filter(({ by }) => by?.tenant === world.tenant)
  const created = new Set(lives.map(({ kind, id }) => `${kind} ${id}`))
  for (const { action, creates, id } of own)
    if (creates && id && !created.has(`${creates} ${parseId(id)}`))
      found.push(`${action} was acknowledged with ${id}, which never existed`)
  const keyed = own.filter(({ key }) => key !== undefined)
  for (const [key, sent] of Map.groupBy(keyed, (reply) => reply.key)) {
    const ids = new Set(sent.flatMap(({ id }) => id ?? []))
    if (ids.size > 1) found.push(`the key ${key} of ${sent[0]?.action} was answered with ${[...ids]}`)
  }
  const answered = countAnsweredIds(world)
  for (const { kind, id } of lives)
    if (CREATED_BY_KEY.has(kind) && answered.get(id) !== 1)
      found.push(`${kind} ${id} is the answer to ${answered.get(id) ?? 0} keys`)
  return found
}

const isAboutOne = (url: string) => /\/[0-9A-HJKMNP-TV-Z]{26}(\/|$)/.test(url)

/** Checks that nobody used a key of another tenant, and that a stranger changed nothing here. */
export const findTrespasses = ({ recorded, foreigner, tenant }: PlatformWorld, replies: readonly Reply[]): string[] => [
  ...[...recorded.trespasses.values()].flat().map((pk) => `the key ${pk} is not the caller's`),
  ...replies.flatMap(({ by, action, url, status }) =>
    by === foreigner && by.tenant !== tenant && isAboutOne(url) && Number(status) < 300
      ? [`a stranger could ${action} at ${url}`]
      : [],
  ),
]
