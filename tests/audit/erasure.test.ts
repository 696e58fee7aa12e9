import { beforeEach, expect, it } from 'vitest'
import { ERASURES } from '../../functions/iam/erasures.ts'
import { removeOldEntriesOfTenant } from '../../lib/audit/remove-old-entries.ts'
import { eraseAccount } from '../../lib/iam/erasure/erase-account.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { aColleague, anOwner, ask, signedIn } from '../iam/people.ts'
import { aPartner } from '../support/builders.ts'
import { aMember } from '../support/client.ts'
import { seeded } from '../support/faults.ts'
import { drainEvents } from '../support/workers.ts'
import { dying, entriesOf, findingsOf, hoursLater, itemsOf, sealed } from './trail.ts'

beforeEach(() => useApp(undefined))

const ADDRESS = '198.51.100.23'

it('the erasure of an account removes address, name and e-mail address from the trail, which stays proven', async () => {
  const owner = await anOwner()
  const person = await aColleague(owner, 'admin')
  await signedIn(person, 'curl/8', ADDRESS)
  await ask('login', { email: person.email, password: 'wrong password here' }, {}, ADDRESS)
  const { id } = await aPartner(person as never)
  await owner.patch(`/api/iam/members/${person.member}`, { role: 'viewer' })
  expect(JSON.stringify(await itemsOf(owner))).toContain(person.email)
  expect(JSON.stringify(await itemsOf(owner))).toContain(ADDRESS)
  expect((await (await signedIn(person)).delete('/api/iam/account')).status).toBe(204)
  await drainEvents()
  const stored = JSON.stringify(await itemsOf(owner))
  expect(stored).not.toContain(person.email)
  expect(stored).not.toContain(ADDRESS)
  expect(stored).toContain(owner.email)
  const [created] = await entriesOf(owner as never, `resourceId=${id}`)
  expect(created).toMatchObject({ actorId: person.claims.sub, address: null, isErased: true })
  expect(await findingsOf(owner)).toEqual([])
})

it('an erasure that stops between any two steps erases all when it runs again, before and after sealing', async () => {
  const random = seeded(11)
  for (const isSealed of [false, true]) {
    const { owner, person } = await hoursLater(-3, async () => {
      const first = await anOwner()
      const second = await aColleague(first, 'admin')
      await signedIn(second, 'curl/8', ADDRESS)
      await aPartner(second as never)
      return { owner: first, person: second }
    })
    if (isSealed) await sealed(owner, 0)
    expect((await (await signedIn(person, 'curl/8', ADDRESS)).delete('/api/iam/account')).status).toBe(204)
    const [task] = (await app().db.query({ pk: 'T#PLATFORM#task', newestFirst: true }))
      .map(({ data }) => data as { identityId: string; emailDigest: string })
      .filter((data) => data?.identityId === person.claims.sub)
    if (!task) throw new Error('the deletion of the account plans no erasure')
    for (let deaths = 0; deaths < 8; deaths++) {
      const db = dying(app().db, 1 + Math.floor(random() * 40))
      await eraseAccount({ ...app(), db }, task, app().clock(), ERASURES).catch(() => {})
    }
    await eraseAccount(app(), task, app().clock(), ERASURES)
    const stored = JSON.stringify(await itemsOf(owner))
    expect(stored).not.toContain(person.email)
    expect(stored).not.toContain(ADDRESS)
    expect(await findingsOf(owner)).toEqual([])
  }
})

it('entries are removed once their retention time is over, with what finds them, and the rest stays proven', async () => {
  const { tenant } = await aMember()
  const partner = await hoursLater(-92 * 24, async () => aPartner(await aMember({ tenant })))
  const kept = await hoursLater(-80 * 24, async () => aPartner(await aMember({ tenant })))
  const member = await aMember({ tenant })
  await member.patch(`/api/partner/partners/${partner.id}`, { name: 'Changed' })
  expect(await sealed(member, 0)).toBe(2)
  const remove = () => removeOldEntriesOfTenant(app(), tenant, { now: app().clock(), hasTime: () => true })
  expect(await remove()).toEqual({ removed: 0, isDone: true })
  const settings = [{ key: 'security.auditRetentionDays', value: 90 }]
  expect((await member.put('/api/configuration/settings/bulk', { settings })).status).toBe(204)
  expect(await remove()).toEqual({ removed: 1, isDone: true })
  expect(await remove()).toEqual({ removed: 0, isDone: true })
  const left = await entriesOf(member, 'resourceType=partner')
  expect(left.map(({ resourceId, action }) => [resourceId, action])).toEqual([
    [partner.id, 'update'],
    [kept.id, 'create'],
  ])
  expect(await app().db.query({ pk: `T#${tenant}#audit?resourceId=${partner.id}` })).toEqual([])
  expect(await findingsOf(member)).toEqual([])
})

it('a removal that stops between any two steps never looks like tampering', async () => {
  const { tenant } = await aMember()
  await hoursLater(-500 * 24, async () => {
    const member = await aMember({ tenant })
    for (let count = 0; count < 3; count++) await aPartner(member)
  })
  const member = await aMember({ tenant })
  await aPartner(member)
  await sealed(member, 0)
  const remove = (db = app().db) =>
    removeOldEntriesOfTenant({ ...app(), db }, tenant, { now: app().clock(), hasTime: () => true })
  for (let call = 1; call <= 8; call++) {
    await remove(dying(app().db, call)).catch(() => {})
    expect(await findingsOf(member)).toEqual([])
  }
  await remove()
  expect(await itemsOf(member)).toHaveLength(1)
})
