import { performance } from 'node:perf_hooks'
import { useApp } from '../lib/platform/app/app.ts'
import { send } from '../tests/support/client.ts'
import { startPlatform } from './platform.ts'
import { fixed, range, spread, table } from './report.ts'

// Measures whether the time of a refused sign-in reveals that the address has an account.

const TRIES = 200
// After ten failures the sign-in of an account is closed, so no account is used more often.
const TRIES_AN_ACCOUNT = 8
const AUTH = '/api/v1/iam/auth'

const attempt = async (email: string) => {
  const start = performance.now()
  const { status, headers, body } = await send('POST', `${AUTH}/login`, { body: { email, password: 'not this one' } })
  const ms = performance.now() - start
  return { ms, answer: JSON.stringify({ status, names: Object.keys(headers), body: { ...body, instance: '' } }) }
}

export const signIn = async (): Promise<string> => {
  const stop = await startPlatform()
  useApp(undefined)
  try {
    const known = Array.from({ length: TRIES / TRIES_AN_ACCOUNT }, (_, i) => `known${i}@bench.example`)
    for (const email of known) {
      const body = { email, password: 'a password of mine', firstName: 'Ada' }
      const { status } = await send('POST', `${AUTH}/register`, { body })
      if (status !== 201) throw new Error(`Registration was answered with ${status}.`)
    }
    const answers = new Set<string>()
    const times = { known: [] as number[], unknown: [] as number[] }
    for (let i = -20; i < TRIES; i++)
      for (const kind of ['known', 'unknown'] as const) {
        const email = kind === 'unknown' || i < 0 ? `nobody${i}@bench.example` : (known[i % known.length] as string)
        const { ms, answer } = await attempt(email)
        answers.add(answer)
        if (i >= 0) times[kind].push(ms)
      }
    const base = spread(times.known).median
    const rows = Object.entries(times).map(([kind, values]) => {
      const all = spread(values)
      return [`${kind} address`, fixed(all.median), range(all), `${fixed(all.median / base, 3)} x`]
    })
    const columns = [`${TRIES} tries each, in turn`, 'ms, median', 'least to most', 'to known']
    return `${table(columns, rows)}\n\nDifferent answers: ${answers.size}`
  } finally {
    useApp(undefined)
    await stop()
  }
}
