import { findMembersByIdentity } from '../../iam/list-members.ts'
import { addMailing } from '../../mailing/add-mailing.ts'
import { collectRecipients } from '../../mailing/mailing.ts'
import type { App } from '../../platform/app/app.ts'
import { move } from '../../platform/moves.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { composeExportMail } from './compose-export-mail.ts'
import { EXPORT_DAYS, EXPORT_MOVES, exportUri, type StoredExport } from './export.ts'
import { createExportLink } from './export-link.ts'
import { exports } from './export-store.ts'

const DAY_MS = 86_400_000

/** Finishes an export in the unit: the file can be downloaded, whoever asked gets a mail with a link, and a task deletes it. */
export const finishExport = async (
  app: App,
  unit: Unit,
  found: StoredExport,
  changes: Partial<StoredExport>,
): Promise<void> => {
  const { tenant, now } = unit
  const expiresAt = new Date(now.getTime() + EXPORT_DAYS * DAY_MS)
  const status = move(EXPORT_MOVES, 'export', found.status, 'finish')
  const ready = unit.update(exports, found, {
    ...changes,
    status,
    pendingKey: null,
    readyAt: now.toISOString(),
    expiresAt: expiresAt.toISOString(),
  })
  unit.schedule('data_exchange.export.expire', { tenant, exportId: ready.id }, expiresAt)
  const [member] = await findMembersByIdentity(app.db, tenant, [ready.requestedBy])
  // A service account has no address, and somebody may have left meanwhile.
  if (member?.status !== 'active') return
  addMailing(unit, {
    subject: exportUri(ready.id),
    channel: 'email',
    format: 'html',
    documentIds: [],
    recipients: collectRecipients({ to: [member.email], cc: [], bcc: [] }),
    mail: await composeExportMail(app, tenant, ready, await createExportLink(app, tenant, ready)),
    files: [],
  })
}
