import type { UsedTemplate } from '../../../schemas/notification/message.ts'
import { isAnonymizedEmail } from '../../platform/access/email.ts'
import type { App } from '../../platform/app/app.ts'
import type { Occurred } from '../../platform/events/outbox/outbox.ts'
import type { Log } from '../../platform/log.ts'
import { composeMessage } from '../templates/compose-message.ts'
import { Undeliverable } from '../undeliverable.ts'
import type { Reviewed } from './delivery-store.ts'

/** Returns the address in the event, or else the member's; undefined if there is none any more. */
export const findAddress = ({ data }: Pick<Occurred, 'data'>, memberEmail: string | undefined): string | undefined => {
  const address = 'email' in data ? data.email : memberEmail
  return address && !isAnonymizedEmail(address) ? address : undefined
}

/** The header by which a mail names the event of which it tells. */
const EVENT_HEADER = 'X-Event-Id'

export const sendEmail = async (
  app: App,
  event: Occurred,
  delivery: Reviewed,
  _now: Date,
  log: Log,
): Promise<UsedTemplate> => {
  const to = findAddress(event, delivery.memberEmail)
  if (to === undefined) throw new Undeliverable('NO_ADDRESS')
  const { subject, body, html, senderName, replyTo, template } = await composeMessage(app, event, delivery, log)
  const messageId = `<${delivery.sk}@${new URL(app.config.publicUrl).hostname}>`
  const headers = { [EVENT_HEADER]: event.sk }
  await app.mail.send({ to, subject, text: body, html: html ?? '', messageId, senderName, replyTo, headers })
  return template
}
