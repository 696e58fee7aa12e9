import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ownFolder } from '../support/folder.ts'

const run = (script: string, args: readonly string[], env: Record<string, string> = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    env: { ...process.env, ...env } as Record<string, string>,
    encoding: 'utf8',
  })
  return { status, said: stdout + stderr }
}

describe('a script that is started with something wrong', () => {
  it.each<[string, string[], Record<string, string>, string]>([
    ['local/start.ts', ['--wrong'], {}, "Unknown option '--wrong'"],
    ['local/start.ts', [], { API_PORT: 'abc' }, 'API_PORT must be a port number from 1 to 65535.'],
    ['operator/run.ts', ['--stage'], {}, "Option '--stage <value>' argument missing"],
    ['operator/run.ts', ['satellite', 'ad'], {}, 'There is no command "satellite ad".'],
    ['operator/run.ts', ['satellite', 'add'], {}, '"" must have only the characters a to z, 0 to 9 and hyphens'],
  ])('%s %j %j says so, without a trace', (script, args, env, expected) => {
    const { status, said } = run(script, args, env)
    expect(said).toContain(expected)
    expect(said).not.toMatch(/^\s+at /m)
    expect(status).toBe(1)
  })

  it('deletes nothing', async () => {
    const dataDir = await ownFolder()
    const { status, said } = run('local/reset.ts', ['--help'], { DATA_DIR: dataDir })
    expect(said).toContain("Unknown option '--help'")
    expect([status, existsSync(dataDir)]).toEqual([1, true])
  })
})
