import { expect, onTestFinished, test } from 'vitest'
import { proofPart, recordFigures, replay, seedsOf } from '../support/proof.ts'
import { drainEvents } from '../support/workers.ts'
import { makePresented, NAMED_PLACES, type NamedPlace } from './presenting.ts'
import { watchSinks } from './sinks.ts'

process.env.LOG_LEVEL = 'DEBUG'

const part = proofPart(4)

/** Credentials that a person receives by mail. */
const MAILED = [
  'verifyEmail.token',
  'resetPassword.token',
  'confirmEmailChange.token',
  'undoEmailChange.token',
  'acceptInvitation.token',
  'getTrackingPage.token',
  'getSharedDocument.token',
  'downloadSharedDocument.token',
  'followExportLink.token',
]

test(`a credential is found in no log line, item, file and message, in ${part.count} places`, {
  timeout: 240_000 + part.count * 20_000,
}, async () => {
  const sinks = watchSinks()
  onTestFinished(sinks.stop)
  const used: [where: string, name: string, credential: string][] = []
  for (const seed of seedsOf(part)) {
    const place = NAMED_PLACES[seed % NAMED_PLACES.length] as NamedPlace
    const { credential, present } = await makePresented(place)
    expect(credential.length, place.name).toBeGreaterThan(8)
    // The second time, what works once is refused, and the refusal is logged.
    for (const text of [credential, credential]) await present(text)
    used.push([`${replay('credentials', seed)}: ${place.name}`, place.name, credential])
  }
  await drainEvents()
  await sinks.read()
  recordFigures({ credentials: used.length })
  const leaks = used.flatMap(([where, name, credential]) =>
    sinks
      .find(credential)
      .filter((found) => !(found.startsWith('mail:') && MAILED.includes(name)))
      .map((found) => `${where}: ${found}`),
  )
  expect(leaks).toEqual([])
})
