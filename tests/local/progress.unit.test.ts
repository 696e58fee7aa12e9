import { expect, it } from 'vitest'
import { createProgress } from '../../local/progress.ts'

const following = (isTTY: boolean) => {
  let text = ''
  let now = 0
  const progress = createProgress({ isTTY, write: (part) => (text += part) }, () => now)
  return { progress, said: () => text, pass: (seconds: number) => (now += seconds * 1000) }
}

it('writes a plain line for each part that has started, without a terminal', async () => {
  const { progress, said, pass } = following(false)
  const slow = Promise.withResolvers<string>()
  const first = progress.follow('The database', () => slow.promise)
  await progress.follow('The queues', async () => undefined)
  expect(said()).toBe(`  ✓ ${'The queues'.padEnd(34)} 0.0 s\n`)
  pass(2.5)
  slow.resolve('ready')
  expect(await first).toBe('ready')
  expect(said().split('\n')[1]).toBe(`  ✓ ${'The database'.padEnd(34)} 2.5 s`)
  expect(said()).not.toContain('\r')
})

it('names on a terminal what is still starting', async () => {
  const { progress, said } = following(true)
  const slow = Promise.withResolvers<void>()
  const first = progress.follow('The database', () => slow.promise)
  await progress.follow('The queues', async () => undefined)
  expect(said().endsWith('  … The database')).toBe(true)
  slow.resolve()
  await first
  expect(said().split('\r\u001b[2K').at(-1)).toBe('')
})

it('marks a part that failed, and passes the failure on', async () => {
  const { progress, said } = following(false)
  await expect(progress.follow('The database', () => Promise.reject(new Error('no Java')))).rejects.toThrow('no Java')
  expect(said()).toContain('✗ The database')
})
