import type { StoredDocument } from '../../../document/documents/document.ts'
import type { App } from '../../../platform/app/app.ts'
import type { Id } from '../../../platform/id.ts'
import type { Log } from '../../../platform/log.ts'
import type { Unit } from '../../../platform/store/unit.ts'
import { renderForPartner } from '../../render-for-partner.ts'
import { lockSettlement } from '../lock-settlements.ts'
import { checkCollected, isPending, type StoredLine, type StoredSettlement, settlementUri } from '../settlement.ts'
import { loadSettlement, readSettlementLines, settlements } from '../settlement-store.ts'

/** Once it is approved, only rejection changes a settlement's statement. */
const getPrintedState = (settlement: StoredSettlement) => {
  if (isPending(settlement)) return 'pending'
  return settlement.status === 'rejected' ? 'rejected' : 'approved'
}

/** Renders a settlement's current statement. This locks an open settlement, because the partner may see the statement. */
export const renderSettlement = async (
  app: App,
  unit: Unit,
  id: Id,
  log: Log,
): Promise<{ settlement: StoredSettlement; document: StoredDocument }> => {
  const before = await loadSettlement(unit, id)
  checkCollected(before)
  const settlement = before.status === 'open' ? lockSettlement(unit, before) : before
  if (settlement === before) unit.require(settlements, before)
  const state = getPrintedState(settlement)
  const document = await renderForPartner(
    app,
    unit,
    {
      subject: settlementUri(id),
      sourceRef: id,
      options: { state },
      isDraft: state === 'pending',
      partnerId: settlement.partnerId,
      async print(partner, stationery) {
        const lines: StoredLine[] = []
        for await (const page of readSettlementLines(app.db, unit.tenant, id)) lines.push(...page.lines)
        const { layOutSettlement } = await import('./lay-out-settlement.ts')
        return layOutSettlement(settlement, lines, partner, stationery)
      },
    },
    log,
  )
  return { settlement, document }
}
