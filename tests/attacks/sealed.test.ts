import { afterAll, beforeAll, expect, test } from 'vitest'
import { app, useApp } from '../../lib/platform/app/app.ts'
import type { Owner } from '../../lib/platform/vault/vault.ts'
import { usual } from '../generated/asking.ts'
import { sources } from '../shape/sources.ts'
import { aMember, type Member } from '../support/client.ts'
import { selectShare } from '../support/select-share.ts'
import { findOperation, sendMade } from './presented.ts'
import { OTHERS, SEALED, SIGNED } from './purposes.ts'

process.env.LOG_LEVEL = 'SILENT'

interface Sealed {
  owner: Owner
  sealed: string
}

const running = app()
afterAll(() => useApp(running))

/** Notes whatever is sealed while somebody works. */
const noteSealed = async (work: () => Promise<void>): Promise<Sealed[]> => {
  const noted: Sealed[] = []
  const before = app()
  const { vault } = before
  const seal: typeof vault.seal = async (text, owner) => {
    const sealed = await vault.seal(text, owner)
    noted.push({ owner, sealed })
    return sealed
  }
  useApp({ ...before, vault: { ...vault, seal } })
  await work()
  useApp(before)
  return noted
}

const BODIES: Readonly<Record<string, object>> = {
  bulkUpsertSettings: { settings: [{ key: 'notifications.webhookSecret', value: 'a secret of the tenant' }] },
  createWebhookEndpoint: {
    ...{ name: 'Orders', url: 'https://hooks.example.com/', topics: ['partner.*'] },
    headers: [{ name: 'X-Key', value: 'a secret of the tenant', isSecret: true }],
  },
  createCustodian: {
    ...{ type: 'fulfilment_api_a', name: 'Hamburg' },
    connectionConfig: { accessToken: 'a secret of the tenant', channelId: '17' },
  },
}

const operations = [...new Set(Object.values(SEALED))].filter((name) => /^\w+$/.test(name))

const work = async (member: Member) => {
  for (const name of operations) {
    const made = await usual(findOperation(name), member)
    const body = BODIES[name] ? { ...(made.body as object), ...BODIES[name] } : made.body
    const { status, text } = await sendMade(name, { token: member.token as string, ...made, body })
    expect(status, `${name}: ${text.slice(0, 300)}`).toBeLessThan(400)
  }
}

let mine: Sealed[]
let theirs: Sealed[]
beforeAll(async () => {
  const [member, stranger] = [await aMember(), await aMember()]
  // The first of these fixtures starts the providers, and with them another app.
  await usual(findOperation('finaliseWizard'), member)
  mine = await noteSealed(() => work(member))
  theirs = await noteSealed(() => work(stranger))
})

const nameOwner = ({ owner }: Sealed) => JSON.stringify(owner)

test('every purpose is known, and what an operation seals has one', () => {
  const naming =
    /(?:[pP]urpose: |PURPOSE = |signText\(\s*\w+, |Purpose = |Purpose = '[\w-]+' \| )'([\w-]+)'(?: \| '([\w-]+)')?/g
  const found = sources('lib').flatMap(({ text }) =>
    [...text.matchAll(naming)].flatMap(([, one, other]) => [one, other].filter((each) => each !== undefined)),
  )
  const known = [...Object.keys(SIGNED), ...Object.keys(SEALED), ...OTHERS]
  expect([...new Set(found)].sort()).toEqual([...new Set(known)].sort())
  const sealed = new Set(mine.map(({ owner }) => owner.purpose))
  for (const [purpose, by] of Object.entries(SEALED)) if (operations.includes(by)) expect(sealed).toContain(purpose)
})

test('nothing is sealed for an owner that two tenants or two people share', () => {
  const others = new Set(theirs.map(nameOwner))
  const shared = mine.filter((each) => others.has(nameOwner(each)))
  expect([...new Set(shared.map(nameOwner))]).toEqual([])
})

test('a sealed value opens for no other owner, purpose or record of them all', async () => {
  const { vault } = running
  const both = [...mine, ...theirs]
  const owners = new Map(both.map((each) => [nameOwner(each), each.owner]))
  const first = new Map(both.map((each) => [nameOwner(each), each]))
  const opened: string[] = []
  for (const [name, { sealed, owner }] of first) {
    await vault.open(sealed, owner)
    for (const [otherName, other] of selectShare([...owners], 1 / 4))
      if (otherName !== name && (await vault.open(sealed, other).catch(() => undefined)) !== undefined)
        opened.push(`${name} opens as ${otherName}`)
  }
  expect(opened).toEqual([])
})
