import { aPartner } from '../support/builders.ts'
import type { Member } from '../support/client.ts'

const withEntry = async (member: Member) => {
  const { id: resourceId } = await aPartner(member)
  const { body } = await member.get(`/api/audit/entries?resourceId=${resourceId}`)
  return { params: { id: body.member[0].id } }
}

export const AUDIT_FIXTURES = {
  listAuditEntries: async (member: Member) => {
    await aPartner(member)
    return { query: 'resourceType=partner&limit=5' }
  },
  getAuditEntry: withEntry,
  exportAuditEntries: async (member: Member) => {
    await aPartner(member)
    return { query: 'resourceType=partner&from=2099-01-01T00:00:00Z' }
  },
}
