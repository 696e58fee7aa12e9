import { describe, expect, test } from 'vitest'
import { app, makeApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { newId } from '../../lib/platform/id.ts'
import { createKmsDataKeys, type DataKeys, openDataKeysBy } from '../../lib/platform/vault/data-keys.ts'
import { makeVault, type Owner } from '../../lib/platform/vault/vault.ts'
import { custodians } from '../../lib/warehousing/custodian-store.ts'
import { readDefinitions } from '../../local/definitions.ts'
import { makeOwnDataKeys } from '../../local/kms.ts'
import { createResources } from '../../local/resources.ts'
import { aCustodian } from '../support/builders.ts'
import { aMember } from '../support/client.ts'

// The keys are those of the key service, which most tests have in their process.
openDataKeysBy(createKmsDataKeys)
const { keyAliases, region } = readDefinitions()
await createResources({ tables: [], queues: [], buckets: [], keyAliases }, region)

const id = () => newId(new Date())
const anOwner = (): Owner => ({ tenant: id(), subject: id(), purpose: 'custodian-connection' })

/** The real data keys, with the number of calls. */
const counted = () => {
  const keys = createKmsDataKeys(readConfig().kmsKeyId)
  const calls = { generate: 0, unwrap: 0 }
  const counting: DataKeys = {
    generate(context) {
      calls.generate++
      return keys.generate(context)
    },
    unwrap(wrapped, context) {
      calls.unwrap++
      return keys.unwrap(wrapped, context)
    },
  }
  return { keys: counting, calls }
}

const { vault } = app()

/** A vault without cached keys, as in a new process. */
const fresh = () => makeApp(readConfig()).vault

test('opens a sealed value for its owner, in another process too', async () => {
  const owner = anOwner()
  for (const text of ['', 'a', 'ключ 🔑', 'x'.repeat(100_000)]) {
    const sealed = await vault.seal(text, owner)
    expect(await vault.open(sealed, owner)).toBe(text)
    expect(await fresh().open(sealed, owner)).toBe(text)
    if (text.length > 1) expect(sealed).not.toContain(text)
  }
})

test('seals the same text differently each time', async () => {
  const owner = anOwner()
  const all = await Promise.all(Array.from({ length: 50 }, () => vault.seal('same', owner)))
  expect(new Set(all).size).toBe(50)
  expect(new Set(all.map((sealed) => sealed.split('.')[2]?.slice(0, 16))).size).toBe(50)
})

describe('a value sealed for one owner does not open', () => {
  const owner = anOwner()
  test.for<[string, Owner]>([
    ['in another tenant', { ...owner, tenant: id() }],
    ['for another custodian', { ...owner, subject: id() }],
    ['for another purpose', { ...owner, purpose: 'setting' }],
    ['with tenant and custodian exchanged', { ...owner, tenant: owner.subject, subject: owner.tenant }],
  ])('%s', async ([, other]) => {
    const sealed = await vault.seal('secret', owner)
    expect(await vault.open(sealed, owner)).toBe('secret')
    // The key is cached for the first vault and has to be unwrapped for the second.
    await expect(vault.open(sealed, other)).rejects.toThrow()
    await expect(fresh().open(sealed, other)).rejects.toThrow()
  })

  test('with the data key of another owner in front of it', async () => {
    const [mine, theirs] = [anOwner(), anOwner()]
    const [format, , body] = (await vault.seal('secret', mine)).split('.')
    const [, wrapped] = (await vault.seal('other', theirs)).split('.')
    for (const owner of [mine, theirs])
      await expect(vault.open([format, wrapped, body].join('.'), owner)).rejects.toThrow()
  })
})

test('refuses a value with a changed bit or a missing part', async () => {
  const owner = anOwner()
  const sealed = await vault.seal('secret', owner)
  const [format, wrapped = '', body = ''] = sealed.split('.')
  const flipped = (part: string, bit: number) => {
    const bytes = Buffer.from(part, 'base64url')
    bytes[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7))
    return bytes.toString('base64url')
  }
  const changed: string[] = []
  for (let bit = 0; bit < Buffer.from(body, 'base64url').length * 8; bit++)
    changed.push([format, wrapped, flipped(body, bit)].join('.'))
  for (let bit = 0; bit < Buffer.from(wrapped, 'base64url').length * 8; bit += 37)
    changed.push([format, flipped(wrapped, bit), body].join('.'))
  changed.push('', 'v1', `v1.${wrapped}`, `v1.${wrapped}.`, `v1.${wrapped}.AAAA`, `v2.${wrapped}.${body}`)
  changed.push(
    `v1.${wrapped}.${body.slice(0, -4)}`,
    `v1.${wrapped}.${Buffer.from(body, 'base64url').subarray(0, 28).toString('base64url')}`,
  )
  for (const each of changed) await expect(vault.open(each, owner), each).rejects.toThrow()
})

test('uses a data key many times, but not without limit', async () => {
  const { keys, calls } = counted()
  let now = new Date('2026-01-01T00:00:00Z')
  const own = makeVault(keys, () => now)
  const owner = anOwner()
  for (let i = 0; i < 1000; i++) await own.seal('secret', owner)
  expect(calls.generate).toBe(1)
  await own.seal('secret', owner)
  expect(calls.generate).toBe(2)
  now = new Date(now.getTime() + 299_000)
  await own.seal('secret', owner)
  expect(calls.generate).toBe(2)
  now = new Date(now.getTime() + 2000)
  await own.seal('secret', owner)
  expect(calls.generate).toBe(3)
})

test('unwraps a data key once for many values, again after its lifetime, and separately for each owner', async () => {
  const { keys, calls } = counted()
  let now = new Date('2026-01-01T00:00:00Z')
  const owner = anOwner()
  const sealed = await Promise.all(['a', 'b', 'c'].map((text) => vault.seal(text, owner)))
  const own = makeVault(keys, () => now)
  for (const each of [...sealed, ...sealed]) await own.open(each, owner)
  const distinct = new Set(sealed.map((each) => each.split('.')[1])).size
  expect(calls.unwrap).toBe(distinct)
  now = new Date(now.getTime() + 301_000)
  await own.open(sealed[0] as string, owner)
  expect(calls.unwrap).toBe(distinct + 1)
  await expect(own.open(sealed[0] as string, { ...owner, tenant: id() })).rejects.toThrow()
  expect(calls.unwrap).toBe(distinct + 2)
})

test('generates a data key for each owner', async () => {
  const { keys, calls } = counted()
  const own = makeVault(keys, () => new Date())
  const wrapped = new Set<string | undefined>()
  for (let i = 0; i < 5; i++) wrapped.add((await own.seal('secret', anOwner())).split('.')[1])
  expect(wrapped.size).toBe(5)
  expect(calls.generate).toBe(5)
})

test('stores credentials sealed and shows them in no response', async () => {
  const member = await aMember()
  const canary = `canary-${id()}`
  const custodian = await aCustodian(member, { connectionConfig: { apiKey: canary, accountId: `${canary}-account` } })

  const url = `/api/warehousing/custodians/${custodian.id}`
  const changed = await member.put(`${url}/connection-config`, { connectionConfig: { secretKey: `${canary}-2` } })
  const shown = [
    custodian,
    changed.body,
    (await member.get(url)).body,
    (await member.get('/api/warehousing/custodians')).body,
  ]
  expect(JSON.stringify(shown)).not.toContain(canary)

  const items = await app().db.query({ pk: `T#${member.tenant}#custodian` })
  expect(items).toHaveLength(1)
  for (const spelling of [
    canary,
    Buffer.from(canary).toString('base64').slice(0, -4),
    Buffer.from(canary).toString('hex'),
  ])
    expect(JSON.stringify(items)).not.toContain(spelling)
  const [item] = items
  const owner = { tenant: member.tenant, subject: item?.sk as string, purpose: 'custodian-connection' }
  expect(JSON.parse(await fresh().open(item?.sealedConnection as string, owner))).toEqual({
    apiKey: canary,
    accountId: `${canary}-account`,
    secretKey: `${canary}-2`,
  })
  expect(item?.kind).toBe(custodians.name)
})

describe.each([
  ['of the key service', () => createKmsDataKeys(readConfig().kmsKeyId)],
  ['that a process makes itself', makeOwnDataKeys],
])('data keys %s', (_name, open) => {
  test('are unwrapped with their context alone, unchanged, and by the keys that wrapped them', async () => {
    const keys = open()
    const context = { tenant: 'one', subject: 'two' }
    const { plain, wrapped } = await keys.generate(context)
    expect(plain).toHaveLength(32)
    expect(Buffer.from(wrapped).includes(Buffer.from(plain))).toBe(false)
    expect(Buffer.from(await keys.unwrap(wrapped, { subject: 'two', tenant: 'one' }))).toEqual(Buffer.from(plain))
    const changed = Uint8Array.from(wrapped)
    changed[changed.length - 1] = (changed.at(-1) as number) ^ 1
    await expect(keys.unwrap(changed, context)).rejects.toThrow()
    for (const other of [{}, { tenant: 'one' }, { ...context, subject: 'three' }, { ...context, purpose: 'any' }])
      await expect(keys.unwrap(wrapped, other)).rejects.toThrow()
    await expect(makeOwnDataKeys().unwrap(wrapped, context)).rejects.toThrow()
    expect(Buffer.from((await keys.generate(context)).plain)).not.toEqual(Buffer.from(plain))
  })
})
