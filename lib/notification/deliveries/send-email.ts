import { isAnonymizedEmail } from '../../platform/access/email.ts'
import type { App } from '../../platform/app/app.ts'
import type { Occurred } from '../../platform/events/outbox/outbox.ts'
import type { Log } from '../../platform/log.ts'
import { composeMessage } from '../templates/compose-message.ts'
import { Undeliverable } from '../undeliverable.ts'
import type { Reviewed } from './delivery-store.ts'

/** Returns the address in the event, or else the member's. */
const getAddress = ({ data }: Occurred, { memberEmail }: Reviewed): string => {
  const address = 'email' in data ? data.email : memberEmail
  if (!address || isAnonymizedEmail(address)) throw new Undeliverable('NO_ADDRESS')
  return address
}

export const sendEmail = async (app: App, event: Occurred, delivery: Reviewed, _now: Date, log: Log): Promise<void> => {
  const to = getAddress(event, delivery)
  const { subject, body, html, senderName, replyTo } = await composeMessage(app, event, delivery, log)
  const messageId = `<${delivery.sk}@${new URL(app.config.publicUrl).hostname}>`
  await app.mail.send({ to, subject, text: body, html: html ?? '', messageId, senderName, replyTo })
}
