import { execFileSync } from 'node:child_process'
import { chmod, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { waitFor } from '../../local/wait.ts'
import { ownFolder } from '../support/folder.ts'
import { ownStack, start as startScript } from '../support/stack-setup.ts'
import { callAs } from '../support/started.ts'

type Environment = Record<string, string | undefined>

const start = (env: Environment) => {
  const started = startScript(env)
  onTestFinished(async () => {
    started.child.kill('SIGKILL')
    await started.ended
    await rm(env.DATA_DIR ?? '', { recursive: true, force: true })
  })
  return started
}

const run = (file: string, args: string[], env: Environment) =>
  execFileSync(process.execPath, [file, ...args], {
    env: { ...process.env, ...env } as Record<string, string>,
    encoding: 'utf8',
    stdio: 'pipe',
  })

/** Makes a path on which `java` says that it has this version; without one there is no `java`. */
const makePath = async (version?: string) => {
  const bin = await ownFolder()
  await Promise.all(['sh', 'cat'].map((name) => symlink(`/bin/${name}`, join(bin, name))))
  if (!version) return bin
  const java = join(bin, 'java')
  await writeFile(java, `#!/bin/sh\necho 'openjdk version "${version}"' >&2\n`)
  await chmod(java, 0o755)
  return bin
}

test('keeps whatever it acknowledged when it is killed in the middle of writes, and goes on without Java', {
  timeout: 600_000,
}, async () => {
  const own = await ownStack()
  const env = { ...own.env, TABLE: undefined, PATH: await makePath(), RATE_LIMIT_IDENTITY: '1000000' }
  const api = `http://127.0.0.1:${own.ports.api}`
  const call = callAs(api, 'demo@entrepot.example', 'demo-password')

  const first = start(env)
  await first.ready
  expect(first.said()).toContain('embedded, because there is no `java` on the path')

  // An event goes through the stream, the queues and the workers.
  const partner = await call('POST', '/api/partner/partners', { name: 'Told' })
  const listTold = async (): Promise<string[]> =>
    (await call('GET', '/api/notification/notifications?limit=100')).member.map(
      (each: { resourceId: string }) => each.resourceId,
    )
  await waitFor('the notification', async () => (await listTold()).includes(partner.id))
  const patched = await call('PATCH', `/api/partner/partners/${partner.id}`, { name: 'Told again' })
  expect(patched.name).toBe('Told again')
  expect((await call('GET', '/api/partner/partners?search=told')).member).toHaveLength(1)
  // A process of its own has the same table, also if it would choose another one.
  expect(run('operator/run.ts', ['satellite', 'add', 'console', 'https://console.example/back'], env)).toBeTruthy()
  expect(run('operator/run.ts', ['satellite', 'list'], { ...env, TABLE: 'dynamodb' })).toContain('console.example')

  const acknowledged: string[] = []
  const write = async (writer: number) => {
    for (let i = 0; ; i++) {
      const made = await call('POST', '/api/partner/partners', { name: `Writer ${writer} ${i}` })
      acknowledged.push(made.id)
    }
  }
  const writing = Promise.allSettled([1, 2, 3, 4].map(write))
  await waitFor('writes', async () => acknowledged.length >= 40)
  first.child.kill('SIGKILL')
  await first.ended
  await writing
  await waitFor('the end', async () => (await fetch(api).catch(() => undefined)) === undefined)

  const second = start(env)
  await second.ready
  for (const id of acknowledged) expect((await call('GET', `/api/partner/partners/${id}`)).id).toBe(id)
  const { totalItems } = await call('GET', '/api/partner/partners')
  // Of each writer, one more may have been written whose answer nobody got.
  expect(totalItems).toBeGreaterThanOrEqual(acknowledged.length + 1)
  expect(totalItems).toBeLessThanOrEqual(acknowledged.length + 5)
  const last = await call('POST', '/api/partner/partners', { name: 'After the restart' })
  await waitFor('the notification after the restart', async () => (await listTold()).includes(last.id))

  second.child.kill('SIGINT')
  expect(await second.ended).toBe(0)
  expect(run('local/reset.ts', [], env)).toContain('Deleted')
  const third = start(env)
  await third.ready
  expect((await call('GET', '/api/partner/partners')).totalItems).toBe(0)
})

test('says what is missing if DynamoDB Local is wanted without Java, and what TABLE can be', async () => {
  const own = await ownStack()
  const without = start({ ...own.env, PATH: await makePath() })
  expect(await without.ended).toBe(1)
  expect(without.said()).toContain('TABLE is dynamodb, but there is no `java` on the path')
  expect(without.said()).toContain('or set TABLE=embedded')

  const old = start({ ...own.env, PATH: await makePath('11.0.2') })
  expect(await old.ended).toBe(1)
  expect(old.said()).toContain('the `java` on the path has version 11')

  const wrong = start({ ...own.env, TABLE: 'sqlite' })
  expect(await wrong.ended).toBe(1)
  expect(wrong.said()).toContain('TABLE must be embedded or dynamodb.')
})

test('takes DynamoDB Local where Java is new enough, the embedded table where it is not, and what TABLE says', async () => {
  const { chooseTable } = await import('../../local/choose-table.ts')
  const before = process.env.PATH
  onTestFinished(() => {
    process.env.PATH = before
  })
  const chosen: Record<string, string> = {}
  for (const version of ['17.0.15', '21', '1.8.0_402', '16.0.1', undefined]) {
    process.env.PATH = await makePath(version)
    chosen[version ?? 'none'] = chooseTable({}).kind
    expect(chooseTable({ TABLE: 'embedded' }).kind).toBe('embedded')
    expect(chooseTable({ TABLE: 'dynamodb' }).kind).toBe('dynamodb')
  }
  expect(chosen).toEqual({
    ...{ '17.0.15': 'dynamodb', 21: 'dynamodb' },
    ...{ '1.8.0_402': 'embedded', '16.0.1': 'embedded', none: 'embedded' },
  })
})
