import { handler as endWindows } from '../../../functions/notification/every-minute-end-windows.ts'
import { signAccessToken } from '../../../lib/platform/access/access-token.ts'
import { listScopesOfRole } from '../../../lib/platform/access/scopes.ts'
import { app, makeApp, useApp } from '../../../lib/platform/app/app.ts'
import { readConfig } from '../../../lib/platform/app/config.ts'
import { newId } from '../../../lib/platform/id.ts'
import type { Mail } from '../../../lib/platform/mail/mail.ts'
import type { OutboundRequest } from '../../../lib/platform/outbound/outbound.ts'
import type { Role } from '../../../schemas/roles.ts'
import { client, type Member } from '../../support/client.ts'
import { drainEvents } from '../../support/workers.ts'
import { aTenantOf } from '../members.ts'

const DAY_MS = 86_400_000

/** Nine in the morning of the next day in UTC, so that nothing that a test stores has expired. */
export const START = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS + 9 * 3600_000

export const atMinute = (minute: number) => new Date(START + minute * 60_000)

/** Everything that was sent. */
export const mails: Mail[] = []
export const posts: OutboundRequest[] = []

/** Sets the time, in minutes since the start. */
export const holdTime = (minute: number): void => {
  const limits = {
    identity: 1_000_000,
    ip: 1_000_000,
    auth: 1_000_000,
    satellite: 1_000_000,
    serviceAccount: 1_000_000,
  }
  const send = async (request: OutboundRequest) => {
    posts.push(request)
    return { status: 200, headers: {}, body: Buffer.alloc(0) }
  }
  useApp({
    ...makeApp({ ...readConfig(), limits }),
    clock: () => atMinute(minute),
    mail: { send: async (mail) => void mails.push(mail) },
    outbound: { send },
  })
}

/** Forgets what was sent and the time. */
export const reset = (): void => {
  mails.length = 0
  posts.length = 0
  useApp(undefined)
}

/** Sets the time, ends the windows that are due by then and delivers everything. */
export const runAt = async (minute: number): Promise<void> => {
  holdTime(minute)
  await drainEvents()
  await endWindows({})
  await drainEvents()
}

export const addressOf = ({ identity }: Pick<Member, 'identity'>) => `${identity.toLowerCase()}@example.com`

export const mailsTo = (member: Pick<Member, 'identity'>) => mails.filter(({ to }) => to === addressOf(member))

/** Creates a tenant with a signed-in member for each role, at the start. */
export const aTenantAtStart = async <const R extends readonly Role[]>(...roles: R) => {
  holdTime(0)
  return await aTenantOf(roles)
}

/** Signs the member in again at the current time. */
export const signIn = async ({ identity, tenant }: Member, role: Role = 'owner'): Promise<Member> => {
  const scopes = listScopesOfRole(role)
  const token = await signAccessToken(app(), { identity, session: newId(app().clock()), tenant, scopes })
  return { ...client(token), identity, tenant }
}
