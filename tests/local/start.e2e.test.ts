import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { waitFor } from '../../local/wait.ts'
import { ownStack, start as startScript } from '../support/stack-setup.ts'

const start = (env: Record<string, string | undefined>) => {
  const started = startScript(env)
  onTestFinished(async () => {
    started.child.kill('SIGKILL')
    await started.ended
    await rm(env.DATA_DIR ?? '', { recursive: true, force: true })
  })
  return started
}

/** Lists the processes of the stack on these ports and this folder, without the start script itself. */
const leftBehind = ({ dataDir, ports }: { dataDir: string; ports: Record<string, number> }) =>
  execFileSync('ps', ['axo', 'args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(dataDir) || line.includes(`--httpPort ${ports.api} `))

const isFree = (port: number | undefined) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
const allFree = async (ports: Record<string, number>) =>
  (await Promise.all(Object.values(ports).map(isFree))).every(Boolean)

const reset = (env: Record<string, string | undefined>) =>
  execFileSync(process.execPath, ['local/reset.ts'], {
    env: { ...process.env, ...env } as Record<string, string>,
    encoding: 'utf8',
    stdio: 'pipe',
  })

describe('npm start', () => {
  test('names the port that is in use, its purpose and its variable, and leaves nothing behind', async () => {
    const own = await ownStack()
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(own.ports.smtp, '127.0.0.1', resolve))
    const { ended, said } = start(own.env)
    expect(await ended).toBe(1)
    other.close()
    expect(said()).toContain(`Port ${own.ports.smtp}, for catching mails, is in use. Free it, or set SMTP_PORT`)
    expect(leftBehind(own)).toEqual([])
  })

  test('stops everything on Ctrl-C and when it is killed itself', async () => {
    const own = await ownStack()
    const first = start(own.env)
    await first.ready
    expect(first.said()).toContain('table entrepot-dev in DynamoDB Local, because TABLE is dynamodb')
    expect(leftBehind(own)).not.toEqual([])
    first.child.kill('SIGINT')
    expect(await first.ended).toBe(0)
    expect(leftBehind(own)).toEqual([])
    expect(await allFree(own.ports)).toBe(true)

    const second = start(own.env)
    await second.ready
    second.child.kill('SIGKILL')
    await second.ended
    await waitFor('nothing left behind', async () => leftBehind(own).length === 0 && (await allFree(own.ports)))
  })

  test('locks its data folder until a part dies, names that part, and stops everything', async () => {
    const own = await ownStack()
    const { ready, ended, said } = start(own.env)
    await ready
    const again = start(own.env)
    expect(await again.ended).toBe(1)
    expect(again.said()).toContain(`A stack is already running on ${own.dataDir}`)
    expect(() => reset(own.env)).toThrow('Stop it first')

    const java = execFileSync('ps', ['axo', 'pid,args'], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => /^\s*\d+ java /.test(line) && line.includes(own.dataDir))
    process.kill(Number.parseInt(java[0] ?? '', 10), 'SIGKILL')
    expect(await ended).toBe(1)
    expect(said()).toContain('DynamoDB Local ended')
    expect(leftBehind(own)).toEqual([])
    expect(reset(own.env)).toContain('Deleted')
  })
})
