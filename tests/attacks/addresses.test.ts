import { createHook } from 'node:async_hooks'
import type { LookupFunction } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SETTING_CATALOG } from '../../functions/settings/setting-catalog.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { makeOutbound } from '../../lib/platform/outbound/outbound.ts'
import { sources } from '../shape/sources.ts'
import { aMember, type Member } from '../support/client.ts'
import { proofPart, recordFigures, replay, seedsOf } from '../support/proof.ts'
import { startReceiver } from '../support/receiver.ts'
import { CALLED, type Call, NOT_CALLED } from './address-places.ts'
import { listFields } from './fields.ts'
import { FORBIDDEN_URLS, NAMES } from './private-addresses.ts'

process.env.LOG_LEVEL = 'SILENT'

const part = proofPart(26)

const lookup: LookupFunction = (name, _options, callback) => {
  const found = NAMES[name.replace(/\.$/, '').toLowerCase()] ?? ['127.0.0.1']
  callback(
    null,
    found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  )
}

interface Connecting {
  address: string
  port: number
}
const connecting: Connecting[] = []
const hook = createHook({
  // The address is set on the resource after this.
  init: (_id, type, _trigger, resource) => void (type === 'TCPCONNECTWRAP' && connecting.push(resource as Connecting)),
})

/** Ports of the servers of this test run, on which the database and other parts listen. */
const ownPorts = Object.entries(process.env).flatMap(([name, value]) =>
  /^(AWS_ENDPOINT_URL|MAIL_URL)/.test(name) ? [Number(new URL(value ?? '').port)] : [],
)
const listForeign = () => connecting.filter(({ port }) => !ownPorts.includes(port))

let owner: Member
beforeAll(async () => {
  useApp({ ...app(), outbound: makeOutbound({ allowPrivate: false, lookup }) })
  owner = await aMember()
  hook.enable()
})
afterAll(() => {
  hook.disable()
  useApp(undefined)
})

const places = Object.entries(CALLED)
/** Consecutive cases are at all places. */
const findCase = (seed: number) => {
  const [name, call] = places[seed % places.length] as [string, Call]
  return { name, call, url: FORBIDDEN_URLS[Math.floor(seed / places.length) % FORBIDDEN_URLS.length] as string }
}

test(`a forbidden address is never connected to, wherever it is given, in ${part.count} cases`, {
  timeout: 120_000 + part.count * 2000,
}, async () => {
  const wrong: string[] = []
  for (const seed of seedsOf(part)) {
    const { name, call, url } = findCase(seed)
    connecting.length = 0
    const answered = await call(url, owner)
    for (const { address, port } of listForeign())
      wrong.push(`${replay('addresses', seed)}: ${name} connects to ${address}:${port} for ${url}`)
    if (answered) wrong.push(`${replay('addresses', seed)}: ${name} accepts ${url}`)
  }
  recordFigures({ cases: part.count, places: places.length, addresses: FORBIDDEN_URLS.length })
  expect(wrong).toEqual([])
})

test('the connections of the platform are seen', async () => {
  const receiver = await startReceiver()
  connecting.length = 0
  await makeOutbound({ allowPrivate: true }).send({ url: receiver.url })
  expect(listForeign()).toMatchObject([{ address: '127.0.0.1' }])
  await receiver.stop()
})

test('every field and setting that takes a URL is tried or known not to be called', () => {
  const fields = listFields().filter(
    ({ field, schema }) => /(url|uri|urltemplate|endpoint|issuer)$/i.test(field) && schema.format !== 'uuid',
  )
  const settings = SETTING_CATALOG.settings.filter(
    ({ kind }) => kind.type === 'string' && kind.findViolations('x').some(({ message }) => message.includes('URL')),
  )
  const found = [...fields.map(({ name }) => name), ...settings.map(({ key }) => `setting ${key}`)]
  const known = [...Object.keys(CALLED), ...Object.keys(NOT_CALLED)]
  expect([...new Set(found)].filter((name) => !known.includes(name))).toEqual([])
  expect(Object.keys(NOT_CALLED).filter((name) => !found.includes(name))).toEqual([])
})

/** Calls that can open a connection; `isIP` of the same module cannot. */
const OPENING =
  /from 'node:(https?|http2|tls|dgram)'|\b(connect|createConnection|Socket)\b.*from 'node:net'|from '(undici|ws|axios|got)'|(?<![.\w])fetch\(/

test('one module alone opens connections to others', () => {
  const found = sources('lib', 'functions').filter(({ text }) => text.split('\n').some((line) => OPENING.test(line)))
  expect(found.map(({ path }) => path)).toEqual([
    // The scripts of pages run in the browser.
    'lib/pages/scripts/form-script.ts',
    'lib/platform/docs/pages/reference-sign-in.ts',
    'lib/platform/outbound/send.ts',
  ])
})
