import { findMembersByIdentity } from '../../iam/list-members.ts'
import { isAnonymizedEmail } from '../../platform/access/email.ts'
import type { App } from '../../platform/app/app.ts'
import type { Occurred } from '../../platform/events/outbox/outbox.ts'
import type { Log } from '../../platform/log.ts'
import { composeMessage } from '../templates/compose-message.ts'
import { Undeliverable } from '../undeliverable.ts'
import type { Delivery } from './delivery-store.ts'

/** Returns the address in the event, or else the member's. */
const resolveAddress = async ({ db }: App, { data }: Occurred, { tenant, recipient }: Delivery): Promise<string> => {
  if ('email' in data) {
    if (isAnonymizedEmail(data.email)) throw new Undeliverable('NO_ADDRESS')
    return data.email
  }
  const [member] = tenant ? await findMembersByIdentity(db, tenant, [recipient]) : []
  if (!member) throw new Undeliverable('NO_ADDRESS')
  return member.email
}

export const sendEmail = async (app: App, event: Occurred, delivery: Delivery, _now: Date, log: Log): Promise<void> => {
  const [to, message] = await Promise.all([
    resolveAddress(app, event, delivery),
    composeMessage(app, event, delivery, log),
  ])
  const { subject, body, html, senderName, replyTo } = message
  const messageId = `<${delivery.sk}@${new URL(app.config.publicUrl).hostname}>`
  await app.mail.send({ to, subject, text: body, html: html ?? '', messageId, senderName, replyTo })
}
