import { expect, test } from 'vitest'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { ask, laterBy, signedIn, verified } from '../iam/people.ts'
import { client } from '../support/client.ts'
import { proofPart, recordFigures, replay, seedsOf } from '../support/proof.ts'
import { describeAnswer } from './presented.ts'
import { invent, makePresented, NAMED_PLACES, type NamedPlace } from './presenting.ts'

process.env.LOG_LEVEL = 'SILENT'

const part = proofPart(2)
const AT_ONCE = 20
/** Within this time a spent refresh token counts as a repeated request. */
const GRACE_SECONDS = 30

const single = NAMED_PLACES.filter(({ once }) => once)
const findPlace = (seed: number) => single[seed % single.length] as NamedPlace

const repeat = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: AT_ONCE }, work))

test(`a credential that works once does so for one of ${AT_ONCE} requests, in ${part.count} races`, {
  timeout: 120_000 + part.count * 5000,
}, async () => {
  const wrong: string[] = []
  for (const seed of seedsOf(part)) {
    const place = findPlace(seed)
    const say = (text: string) => void wrong.push(`${replay('code-races', seed)}: ${place.name}: ${text}`)
    const { credential, present } = await makePresented(place)
    const unknown = describeAnswer(await present(invent(credential)))
    const answers = await repeat(() => present(credential))
    const late = await present(credential)
    const isWin = (answer: typeof late) => answer.status < 400 && describeAnswer(answer) !== unknown
    const told = [...new Set(answers.map(describeAnswer))].join(', ')
    const wins = answers.filter(isWin).length
    if (wins !== 1) say(`${wins} of ${AT_ONCE} requests succeeded: ${told}`)
    if (isWin(late)) say('a later request succeeded too')
    if ([...answers, late].some(({ status }) => status >= 500)) say(told)
  }
  recordFigures({ races: part.count, requests: part.count * AT_ONCE })
  expect(wrong).toEqual([])
})

test(`a refresh token that ${AT_ONCE} requests send has one successor, and ends its session later, in ${part.count} families`, {
  timeout: 120_000 + part.count * 5000,
}, async () => {
  const person = await verified()
  const before = app()
  for (const seed of seedsOf(part)) {
    const name = replay('code-races', seed)
    const { refreshToken } = await signedIn(person)
    const refresh = (token: string) => ask('refresh', { refreshToken: token })
    const answers = await repeat(() => refresh(refreshToken))
    expect([...new Set(answers.map(({ status }) => status))], name).toEqual([200])
    const successors = [...new Set(answers.map(({ body }) => body.refreshToken))]
    expect(successors, name).toHaveLength(1)
    const { token } = client(answers[0]?.body.accessToken)
    expect((await client(token).get('/api/iam/me')).status, name).toBe(200)
    laterBy(GRACE_SECONDS + 1)
    for (const used of [refreshToken, successors[0]])
      expect(describeAnswer(await refresh(used)), name).toBe('401 SESSION_REVOKED')
    expect((await client(token).get('/api/iam/me')).status, name).toBe(401)
    useApp(before)
  }
  recordFigures({ families: part.count })
})
