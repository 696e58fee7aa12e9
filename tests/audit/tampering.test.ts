import { beforeAll, describe, expect, it } from 'vitest'
import { signText } from '../../lib/platform/access/signed-state.ts'
import { app } from '../../lib/platform/app/app.ts'
import { type AuditItem, hashAuditBody } from '../../lib/platform/store/audit/audit-item.ts'
import type { Item } from '../../lib/platform/store/table/table.ts'
import { commands } from '../../operator/commands.ts'
import { aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { entriesOf, findingsOf, hoursLater, itemsOf, sealed, sealNow } from './trail.ts'

interface World {
  member: Member
  /** Items of two sealed hours, then of one that is not sealed. */
  items: AuditItem[]
  partners: { id: string }[]
}

/** A trail with two sealed hours of two entries each, and two entries that are not sealed yet. */
const aTrail = async (): Promise<World> => {
  const { tenant } = await aMember()
  const partners: { id: string }[] = []
  for (const hours of [-6, -3])
    await hoursLater(hours, async () => {
      const member = await aMember({ tenant })
      const partner = await aPartner(member)
      await member.patch(`/api/partner/partners/${partner.id}`, { name: 'Changed' })
      partners.push(partner)
    })
  const member = await aMember({ tenant })
  expect(await sealed(member, 0)).toBe(2)
  partners.push(await aPartner(member))
  await member.patch(`/api/partner/partners/${partners[2]?.id}`, { name: 'Changed' })
  return { member, items: await itemsOf(member), partners }
}

const put = (item: object) => app().db.put({ put: item as Item })
const remove = ({ pk, sk }: { pk: string; sk: string }) => app().db.transact([{ delete: { pk, sk } }])
const at = <T>(all: readonly T[], index: number) => all.at(index) as T
const forged = (tenant: string, item: AuditItem, body: string): AuditItem => ({
  ...item,
  body,
  hash: hashAuditBody(tenant, item.sk, body),
})
const sealsOf = ({ tenant }: Member) => app().db.query({ pk: `T#${tenant}#audit-seal` })

let world: World
beforeAll(async () => {
  world = await aTrail()
})

describe('the verification', () => {
  it('finds nothing in an untouched trail, and the command says so', async () => {
    expect(await findingsOf(world.member)).toEqual([])
    expect(await commands['audit verify']?.([world.member.tenant])).toMatch(
      /Items: 6\. Seals: 2\. Resources: 3\. Findings: 0\.$/,
    )
  })

  it('finds a value that was changed', async () => {
    const { member, items } = await aTrail()
    for (const item of [at(items, 1), at(items, -1)])
      await put({ ...item, body: item.body.replace('Changed', 'Forged') })
    expect(await findingsOf(member)).toEqual([
      `entry_altered ${items[1]?.sk}`,
      'sealed_entries_differ 1',
      `entry_altered ${items.at(-1)?.sk}`,
    ])
  })

  it('finds a value that was changed with its hash, once the hour is sealed', async () => {
    const { member, items } = await aTrail()
    const item = at(items, 3)
    await put(forged(member.tenant, item, item.body.replace('Changed', 'Forged')))
    expect(await findingsOf(member)).toEqual(['sealed_entries_differ 2'])
  })

  it.each([
    ['of a sealed hour', 0, 0, ['sealed_entries_differ 1']],
    ['of an hour that is not sealed', 4, 2, []],
  ] as const)('finds an entry %s that was removed', async (_, index, resource, more) => {
    const { member, items, partners } = await aTrail()
    await remove(at(items, index))
    const found = await findingsOf(member)
    expect(found).toEqual(expect.arrayContaining([...more]))
    if (resource) expect(found).toEqual([`revision_missing partner ${partners[resource]?.id} 1`])
  })

  it('finds the newest entry of a resource that was removed', async () => {
    const { member, items, partners } = await aTrail()
    await remove(at(items, -1))
    expect(await findingsOf(member)).toEqual([`newest_entry_missing partner ${partners[2]?.id}`])
  })

  it('finds a resource all of whose entries were removed', async () => {
    const { member, items, partners } = await aTrail()
    for (const item of items.slice(-2)) await remove(item)
    expect(await findingsOf(member)).toEqual([`newest_entry_missing partner ${partners[2]?.id}`])
  })

  it('finds a resource that was removed or put back to an earlier revision without an entry', async () => {
    const { member, partners } = await aTrail()
    const key = (index: number) => ({ pk: `T#${member.tenant}#partner`, sk: at(partners, index).id })
    await remove(key(0))
    await put({ ...(await app().db.get(key(1))), rev: 1 })
    expect((await findingsOf(member)).sort()).toEqual([
      `resource_gone partner ${partners[0]?.id}`,
      `resource_reverted partner ${partners[1]?.id}`,
    ])
  })

  it('finds entries in another order', async () => {
    const { member, items } = await aTrail()
    const [first, second] = [at(items, 0), at(items, 1)]
    await put({ ...second, sk: first.sk })
    await put({ ...first, sk: second.sk })
    expect(await findingsOf(member)).toEqual([
      `entry_altered ${first.sk}`,
      `entry_altered ${second.sk}`,
      'sealed_entries_differ 1',
    ])
  })

  it('finds an entry that was copied from another tenant', async () => {
    const { member } = await aTrail()
    const copied = at(world.items, -1)
    await put({ ...copied, pk: `T#${member.tenant}#audit` })
    expect(await findingsOf(member)).toContain(`entry_altered ${copied.sk}`)
  })

  it('finds an entry that was added to a sealed hour', async () => {
    const { member, items } = await aTrail()
    const item = at(items, 1)
    const sk = `${item.sk.slice(0, -1)}${item.sk.endsWith('Z') ? 'Y' : 'Z'}`
    await put({ ...forged(member.tenant, { ...item, sk }, item.body), pk: item.pk, sk })
    expect(await findingsOf(member)).toContain('sealed_entries_differ 1')
  })

  it('finds a seal that was removed', async () => {
    const { member } = await aTrail()
    await remove(at(await sealsOf(member), 0))
    expect(await findingsOf(member)).toContain('seal_missing before 2')
  })

  it('finds that the newest seal was removed', async () => {
    const { member, items } = await aTrail()
    await remove(at(await sealsOf(member), -1))
    const found = await hoursLater(2, () => findingsOf(member))
    expect(found).toEqual(expect.arrayContaining([`seal_missing ${items[2]?.sk}`, `seal_missing ${items[3]?.sk}`]))
  })

  it('finds a seal that somebody without the key computed again', async () => {
    const { member, items } = await aTrail()
    const seal = at(await sealsOf(member), 1)
    await put({ ...seal, count: 3 })
    expect(await findingsOf(member)).toEqual(['seal_forged 2', 'sealed_entries_differ 2'])
    const proof = (await signText(app(), 'another-purpose', 'text')).toString('base64url')
    await put({ ...seal, proof })
    expect(await findingsOf(member)).toEqual(['seal_forged 2'])
    expect(items).toHaveLength(6)
  })

  it('finds an address or its salt that somebody else erased or changed', async () => {
    const { member, items } = await aTrail()
    const [first, second, third, fourth] = items as [AuditItem, AuditItem, AuditItem, AuditItem]
    const origin = first.origin as { salt: string; text: string }
    await put({ ...first, origin: { text: origin.text } })
    const { origin: _origin, ...without } = second
    await put(without)
    await put({ ...third, origin: { erasedAt: '2026-01-01T00:00:00.000Z', proof: 'none' } })
    await put({ ...fourth, origin: { ...origin, text: '{"address":"198.51.100.1"}' } })
    expect(await findingsOf(member)).toEqual([
      `part_erased_by_others ${first.sk} origin`,
      `part_erased_by_others ${second.sk} origin`,
      `part_erased_by_others ${third.sk} origin`,
      `part_altered ${fourth.sk} origin`,
    ])
  })

  it('finds a removal that somebody invented to hide entries', async () => {
    const { member } = await aTrail()
    const before = app().clock().toISOString()
    await put({ pk: `T#${member.tenant}#audit-removal`, sk: 'REMOVED', before, proof: 'invented' })
    expect(await findingsOf(member)).toEqual([`removal_forged ${before}`])
  })
})

it('two runs of the sealing schedule at once make one chain', async () => {
  const { tenant } = await aMember()
  await hoursLater(-3, async () => aPartner(await aMember({ tenant })))
  const member = await aMember({ tenant })
  await hoursLater(0, () => Promise.all([sealNow(member), sealNow(member), sealNow(member)]))
  expect(await sealsOf(member)).toHaveLength(1)
  expect(await findingsOf(member)).toEqual([])
  expect((await entriesOf(member, 'resourceType=partner')).length).toBe(1)
})
