import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CreateAliasCommand,
  CreateKeyCommand,
  DecryptCommand,
  EncryptCommand,
  GenerateDataKeyCommand,
  KMSClient,
  ListAliasesCommand,
} from '@aws-sdk/client-kms'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Running } from '../../local/child.ts'
import { startKms } from '../../local/kms.ts'

const alias = 'alias/test'
const bound = { tenant: 'a', purpose: 'credentials' }

let folder: string
let file: string
let running: Running
let kms: KMSClient

const makeClient = (endpoint: string) =>
  new KMSClient({ endpoint, region: 'eu-central-1', credentials: { accessKeyId: 'a', secretAccessKey: 'b' } })

const encrypted = async () => {
  const Plaintext = Buffer.from('secret')
  const { CiphertextBlob } = await kms.send(new EncryptCommand({ KeyId: alias, Plaintext, EncryptionContext: bound }))
  return CiphertextBlob as Uint8Array
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'entrepot-'))
  file = join(folder, 'kms.json')
  running = await startKms({ port: 0, file })
  kms = makeClient(running.url)
  const { KeyMetadata } = await kms.send(new CreateKeyCommand({}))
  await kms.send(new CreateAliasCommand({ AliasName: alias, TargetKeyId: KeyMetadata?.KeyId }))
})

afterAll(async () => {
  await running.stop()
  await rm(folder, { recursive: true })
})

describe('the local key service', () => {
  test('decrypts with the same context, in any order', async () => {
    const CiphertextBlob = await encrypted()
    const EncryptionContext = { purpose: 'credentials', tenant: 'a' }
    const { Plaintext } = await kms.send(new DecryptCommand({ CiphertextBlob, EncryptionContext }))
    expect(Buffer.from(Plaintext ?? []).toString()).toBe('secret')
  })

  test.each([
    ['of another tenant', { ...bound, tenant: 'b' }],
    ['with a missing part', { tenant: 'a' }],
    ['with an additional part', { ...bound, record: '1' }],
    ['that is missing', undefined],
  ])('refuses a context %s', async (_, EncryptionContext) => {
    const CiphertextBlob = await encrypted()
    await expect(kms.send(new DecryptCommand({ CiphertextBlob, EncryptionContext }))).rejects.toMatchObject({
      name: 'InvalidCiphertextException',
    })
  })

  test('refuses a ciphertext with one bit changed', async () => {
    const CiphertextBlob = await encrypted()
    const last = CiphertextBlob.length - 1
    CiphertextBlob[last] = (CiphertextBlob[last] ?? 0) ^ 1
    await expect(kms.send(new DecryptCommand({ CiphertextBlob, EncryptionContext: bound }))).rejects.toMatchObject({
      name: 'InvalidCiphertextException',
    })
  })

  test('keeps its keys across a restart, in a file that only its owner can read', async () => {
    const generated = await kms.send(
      new GenerateDataKeyCommand({ KeyId: alias, KeySpec: 'AES_256', EncryptionContext: bound }),
    )
    const again = await startKms({ port: 0, file })
    const { CiphertextBlob } = generated
    const { Plaintext } = await makeClient(again.url).send(
      new DecryptCommand({ CiphertextBlob, EncryptionContext: bound }),
    )
    const { Aliases } = await makeClient(again.url).send(new ListAliasesCommand({}))
    await again.stop()
    expect(Buffer.from(Plaintext ?? [])).toEqual(Buffer.from(generated.Plaintext ?? []))
    expect(Aliases?.map(({ AliasName }) => AliasName)).toEqual([alias])
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readFile(file, 'utf8')).not.toContain('secret')
  })

  test('answers for an unknown key like the real service', async () => {
    await expect(kms.send(new GenerateDataKeyCommand({ KeyId: 'alias/none' }))).rejects.toMatchObject({
      name: 'NotFoundException',
    })
  })
})
