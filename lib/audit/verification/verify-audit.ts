import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { type Entity, itemKey, partition, type Stored } from '../../platform/store/entities/entity.ts'
import { readPages } from '../../platform/store/table/read-pages.ts'
import { readTrail } from '../audit-store.ts'
import { Revisions } from './revisions.ts'
import { type Finding, type FindingKind, verifySeals } from './verify-seals.ts'

export interface VerifiedAudit {
  items: number
  seals: number
  resources: number
  findings: Finding[]
}

/** Kinds of which every change is recorded, so that a revision without an entry is a gap. */
const isComplete = ({ audit }: Entity<Stored>) => audit !== false && audit?.platform !== 'none'

/** Compares the resources of a kind with their entries. */
const compareKind = async (app: App, tenant: Id, kind: Entity<Stored>, revisions: Revisions) => {
  const findings: Finding[] = []
  const expected = new Set(revisions.listExpected(kind.name))
  let resources = 0
  for await (const page of readPages<Stored>(app.db, { pk: partition(tenant, kind.name) }))
    for (const { id, rev } of page) {
      resources++
      expected.delete(id)
      const finding = revisions.compare(kind.name, id, rev)
      if (finding) findings.push(finding)
    }
  for (const id of expected) findings.push({ kind: 'resource_gone', at: `${kind.name} ${id}` })
  return { resources, findings }
}

/** Compares a resource again, since it may have changed after its entries were read. */
const isStill = async (app: App, tenant: Id, kind: Entity<Stored>, finding: Finding): Promise<boolean> => {
  const id = finding.at.slice(kind.name.length + 1)
  const stored = await app.db.get<Stored>(itemKey(tenant, kind, id))
  const revisions = new Revisions(undefined)
  for await (const page of readTrail(app.db, tenant)) for (const item of page) revisions.take(item)
  if (!stored) return revisions.listExpected(kind.name).includes(id)
  return revisions.compare(kind.name, id, stored.rev) !== undefined
}

/** Verifies the audit trail of a tenant: its entries, its seals, and that every revision has an entry. Changes nothing. */
export const verifyAuditOfTenant = async (
  app: App,
  tenant: Id,
  kinds: readonly Entity<Stored>[],
): Promise<VerifiedAudit> => {
  const findings: Finding[] = []
  const report = (kind: FindingKind, at: string) => {
    findings.push({ kind, at })
  }
  let revisions = new Revisions(undefined)
  const { items, seals } = await verifySeals(app, tenant, app.clock(), report, (removedBefore) => {
    revisions = new Revisions(removedBefore)
    return (item) => revisions.take(item)
  })
  findings.push(...revisions.findGaps())
  let resources = 0
  for (const kind of kinds.filter(isComplete)) {
    const compared = await compareKind(app, tenant, kind, revisions)
    resources += compared.resources
    for (const finding of compared.findings) if (await isStill(app, tenant, kind, finding)) findings.push(finding)
  }
  return { items, seals, resources, findings }
}
