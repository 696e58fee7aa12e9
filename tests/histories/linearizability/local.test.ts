import { expect, test } from 'vitest'
import { switchesOf } from '../../faults/workload.ts'
import { platform } from '../../faults/world.ts'
import { aMember, type Member, send } from '../../support/client.ts'
import { Crash, FAULTS, serve, type Weather, weather } from '../../support/faults.ts'
import { proofPart, recordFigures } from '../../support/proof.ts'
import { type Outcome, runSeeds } from '../../support/run-seeds.ts'
import type { Asked, Caller, Reply } from '../world.ts'
import { makeMoments } from './recorder.ts'
import { SUBJECTS } from './run.ts'
import type { Stage, Subject } from './subjects.ts'

const part = proofPart(1)
const CLIENTS = 4
const REQUESTS = 6
const CONTEXT = { getRemainingTimeInMillis: () => 20_000 }

platform()

const aStage = (member: Member, sky: Weather): Stage => {
  const headers = { authorization: `Bearer ${member.token}` }
  const sendIt = ({ method, url, body, headers: own }: Asked) =>
    send(method, url, { body, headers: { ...headers, ...own }, context: CONTEXT })
  const ask = async (_caller: Caller, asked: Asked): Promise<Reply> => {
    try {
      return await serve({ weather: sky, tenant: member.tenant }, () => sendIt(asked))
    } catch (error) {
      if (!(error instanceof Crash)) throw error
      return 'crash'
    }
  }
  const made = async (_caller: Caller, url: string, body: unknown) => {
    const { status, body: resource, text } = await sendIt({ method: 'POST', url, body })
    if (status >= 300) throw new Error(`${url} answered ${text}`)
    return resource
  }
  const { random } = sky
  const world = { ask, made, random, among: (most: number) => Math.floor(random() * most) }
  return { world, caller: { ...member, token: member.token ?? '' }, moment: makeMoments() }
}

const actAll = async (subject: Subject): Promise<void> => {
  for (let left = REQUESTS; left; left--) await subject.act()
}

const recordLocally = async (seed: number): Promise<Outcome> => {
  const member = await aMember()
  const sky = weather(seed, switchesOf(seed))
  const quiet = weather(seed, {})
  const subject = await (SUBJECTS[seed % SUBJECTS.length] as (typeof SUBJECTS)[number])(aStage(member, sky))
  await Promise.all(Array.from({ length: CLIENTS }, () => actAll(subject)))
  Object.assign(sky, { switches: quiet.switches })
  await subject.read()
  const faults = Object.fromEntries(FAULTS.map((fault) => [fault, sky.tally[fault]]))
  return { wrong: subject.check(), tally: { ...faults, operations: subject.countOperations() } }
}

test(`simultaneous requests on DynamoDB look as if they were made one after another, in ${part.count} histories`, {
  timeout: 120_000 + part.count * 30_000,
}, async () => {
  const { broken, all } = await runSeeds('local-linearizability', part, recordLocally)
  recordFigures(all)
  expect(broken).toEqual([])
  expect(all.operations).toBeGreaterThan(0)
})
