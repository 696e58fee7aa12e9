import { expect, test } from 'vitest'
import { codeOf, enrolPasskey, here } from '../iam/factors.ts'
import { refreshed, signedIn, verified } from '../iam/people.ts'
import { createAuthenticator } from '../support/authenticator.ts'
import type { Received } from '../support/client.ts'
import { proofPart, recordFigures, replay, seedsOf } from '../support/proof.ts'
import { listFields } from './fields.ts'
import { NO_CREDENTIALS, PLACES } from './places.ts'
import { describeAnswer, sendMade } from './presented.ts'
import { invent, isRefusal, makePresented, NAMED_PLACES, type NamedPlace, presentAt } from './presenting.ts'

process.env.LOG_LEVEL = 'SILENT'

const part = proofPart(9)
/** Consecutive cases share places and kinds, since what takes long is to make them. */
const SIDE = 3
const BLOCKS = Math.ceil(NAMED_PLACES.length / SIDE)

interface Swap {
  seed: number
  place: NamedPlace
  kind: NamedPlace
}

/** Returns the case of a seed; undefined beside the edge of the matrix. */
const findSwap = (seed: number): Swap | undefined => {
  const [block, inside] = [Math.floor(seed / SIDE ** 2), seed % SIDE ** 2]
  const place = NAMED_PLACES[(Math.floor(block / BLOCKS) % BLOCKS) * SIDE + Math.floor(inside / SIDE)]
  const kind = NAMED_PLACES[(block % BLOCKS) * SIDE + (inside % SIDE)]
  return place && kind && { seed, place, kind }
}

/** The same link shows a document and downloads it. */
const isAccepted = ({ place, kind }: Swap) =>
  place === kind ? !place.isBound : [place, kind].every(({ name }) => name.endsWith('SharedDocument.token'))

test(`a credential is refused at every other place as if it were unknown, in ${part.count} swaps`, {
  timeout: 120_000 + part.count * 5000,
}, async () => {
  const swaps = seedsOf(part).flatMap((seed) => findSwap(seed) ?? [])
  const others = new Map<NamedPlace, string>()
  for (const { kind } of swaps) if (!others.has(kind)) others.set(kind, (await makePresented(kind)).credential)
  const wrong: string[] = []
  let refused = 0
  for (const [place, kinds] of Map.groupBy(swaps, (swap) => swap.place)) {
    const present = presentAt(place)
    const unknown = describeAnswer(await present(invent))
    for (const swap of kinds.filter((each) => !isAccepted(each))) {
      const answer = await present(() => others.get(swap.kind) as string)
      if (isRefusal(unknown, place, answer)) refused++
      else wrong.push(`${replay('swaps', swap.seed)}: ${swap.kind.name} at ${place.name}: ${describeAnswer(answer)}`)
    }
    const own = await present((credential) => credential)
    if (isRefusal(unknown, place, own)) wrong.push(`${place.name} refuses its own: ${describeAnswer(own)}`)
  }
  recordFigures({ swaps: swaps.length, refused })
  expect(wrong).toEqual([])
})

test('what one session was given for one purpose is refused for another', async () => {
  const who = await signedIn(await verified())
  const begin = async (token: string | undefined, name: string) =>
    (await sendMade(name, { token: token as string })).body
  const [totp, added] = [await begin(who.token, 'beginTotp'), await begin(who.token, 'beginPasskey')]
  const { passkey } = await enrolPasskey(who)
  const { token: before } = await refreshed(who)
  const [first, challenge] = [await begin(before, 'beginPasskeyStepUp'), await begin(before, 'beginPasskeyStepUp')]
  const proof = { challenge: first.challenge, passkey: passkey.get(first.options, here()) }
  const { accessToken: token } = (await sendMade('stepUp', { token: before as string, body: proof })).body
  const states = { totp: totp.enrolment, passkey: added.enrolment, challenge: challenge.challenge }
  const code = codeOf(totp.secret)
  const created = createAuthenticator().create(added.options, here())
  const shown = passkey.get(challenge.options, here())
  const ways: Record<keyof typeof states, (state: string) => Promise<Received>> = {
    totp: (enrolment) => sendMade('confirmTotp', { token, body: { enrolment, code, name: 'Phone' } }),
    passkey: (enrolment) => sendMade('confirmPasskey', { token, body: { enrolment, passkey: created, name: 'Key' } }),
    challenge: (state) => sendMade('stepUp', { token, body: { challenge: state, passkey: shown } }),
  }
  for (const [way, present] of Object.entries(ways))
    for (const [kind, state] of Object.entries(states))
      if (way !== kind)
        expect(describeAnswer(await present(state)), `${kind} at ${way}`).toMatch(
          /^400 VALIDATION_ERROR (enrolment|challenge)$/,
        )
  for (const [way, present] of Object.entries(ways))
    expect((await present(states[way as keyof typeof states])).status, way).toBeLessThan(300)
})

const CREDENTIAL =
  /token|secret|^state$|assertion|challenge|enrolment|verifier|recoverycode|relaystate|samlresponse|hmac|signature|^code$|password/i
/** Fields of the credentials that others issued, which the platform presents to them. */
const OF_OTHERS = /\.(accessToken|secretKey|webhookSecret)$/

test('every field that takes a credential is a place of the matrix, or known to take none', () => {
  const found = listFields()
    .filter(({ field, name }) => CREDENTIAL.test(field) && !OF_OTHERS.test(name))
    .map(({ name }) => name)
  const known = [...Object.keys(PLACES), ...Object.keys(NO_CREDENTIALS)]
  expect([...new Set(found)].filter((name) => !known.includes(name))).toEqual([])
  expect(Object.keys(NO_CREDENTIALS).filter((name) => !found.includes(name))).toEqual([])
})
