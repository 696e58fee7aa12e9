import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { app, useApp } from '../../../lib/platform/app/app.ts'
import { readState } from '../../generated/state.ts'
import { client, send } from '../../support/client.ts'
import { anOwner, type Owner } from '../people.ts'
import {
  aKeyedAccount,
  aKeyPair,
  anAssertion,
  aServiceAccount,
  assert,
  PATH,
  requestToken,
  TOKEN_PATH,
} from './service-accounts.ts'

process.env.LOG_LEVEL = 'DEBUG'

let owner: Owner
beforeAll(async () => {
  owner = await anOwner()
})

/** Collects the output of the process during the test. */
const output = () => {
  const lines: string[] = []
  const streams = [process.stdout, process.stderr].map((stream) => ({ stream, write: stream.write }))
  for (const { stream } of streams)
    stream.write = (chunk: unknown) => {
      lines.push(String(chunk))
      return true
    }
  onTestFinished(() => {
    for (const { stream, write } of streams) stream.write = write
  })
  return lines
}

it('the secret of a key appears in no further answer, item, event or log line, also after failures', async () => {
  const said = output()
  const { id, secret } = await aKeyedAccount(owner)
  const random = secret.slice(33, 63)
  const proof = { client_id: id, client_secret: secret }
  const basic = Buffer.from(`${id}:${secret}`).toString('base64')
  const before = app()
  const answers = [
    await requestToken(proof),
    await requestToken({ ...proof, grant_type: 'password' }),
    await requestToken({ ...proof, scope: secret }),
    await requestToken({ client_id: secret, client_secret: secret }),
    await requestToken({ client_assertion: secret, client_assertion_type: secret }),
    await requestToken({}, { authorization: `Basic ${basic}` }),
    await requestToken(proof, { authorization: `Basic ${basic}` }),
    await send('POST', TOKEN_PATH, { body: proof }),
    await send('POST', `${TOKEN_PATH}?client_secret=${secret}`, { body: 'grant_type=client_credentials' }),
    await client(secret).get('/api/partner/partners'),
    await owner.post(PATH, { name: secret.slice(0, 7), scopes: [secret] }),
    await owner.get(PATH),
    await owner.get(`${PATH}/${id}`),
  ]
  useApp({ ...before, db: { ...before.db, get: () => Promise.reject(new Error('the table is away')) } })
  answers.push(await requestToken(proof))
  useApp(before)
  expect(answers.at(-1)?.status).toBe(500)
  const spellings = [random, Buffer.from(random).toString('hex'), basic]
  for (const spelling of spellings) {
    for (const { text, headers } of answers) expect(text + JSON.stringify(headers)).not.toContain(spelling)
    expect(JSON.stringify(await readState(owner.tenant))).not.toContain(spelling)
    const { items } = { items: await app().db.query({ pk: `P#service-account#${id}` }) }
    expect(JSON.stringify(items)).not.toContain(spelling)
    expect(said.join('')).not.toContain(spelling)
  }
  expect(said.join('')).toContain('http.request.failed')
})

it('an assertion appears in no answer, item or log line, and only a digest of its id is stored', async () => {
  const said = output()
  const id = await aServiceAccount(owner)
  const pair = await aKeyPair('ES256')
  await owner.post(`${PATH}/${id}/keys`, { publicKey: pair.jwk })
  const assertion = await anAssertion(id, pair, { jti: 'canary-of-an-assertion' })
  const signature = assertion.split('.')[2]
  const answers = [await assert(assertion), await assert(assertion), await assert(`${assertion}x`)]
  expect(answers.map(({ status }) => status)).toEqual([200, 401, 401])
  const items = JSON.stringify(await app().db.query({ pk: `P#service-account#${id}` }))
  for (const secret of [signature, 'canary-of-an-assertion'])
    for (const text of [...answers.map((answer) => answer.text), items, said.join('')])
      expect(text).not.toContain(secret)
})
