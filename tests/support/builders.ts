import type { Member } from './client.ts'

let made = 0

/** A partner of the member's tenant; says only what matters to the test. */
export const aPartner = async (member: Member, fields: object = {}) =>
  (await member.post('/api/partner/partners', { name: `Partner ${++made}`, ...fields })).body

/** A custodian, for a partner of its own unless one is given. */
export const aCustodian = async (member: Member, fields: { partnerId?: string } & Record<string, unknown> = {}) => {
  const partnerId = fields.partnerId ?? (await aPartner(member)).id
  const { body } = await member.post('/api/warehousing/custodians', {
    type: 'custom',
    name: `Custodian ${++made}`,
    ...fields,
    partnerId,
  })
  return body
}
