import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto'
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { DataKeys } from '../lib/platform/vault/data-keys.ts'
import type { Running } from './child.ts'
import { serve } from './serve.ts'

interface Keys {
  keys: Record<string, { material: string; created: number; description: string }>
  aliases: Record<string, string>
}

type Context = Record<string, string> | undefined

interface Input {
  KeyId?: string
  AliasName?: string
  TargetKeyId?: string
  Description?: string
  NumberOfBytes?: number
  KeySpec?: string
  Plaintext?: string
  CiphertextBlob?: string
  EncryptionContext?: Context
}

class Refusal extends Error {
  readonly type: string

  constructor(type: string, message = type) {
    super(message)
    this.type = type
  }
}

const ACCOUNT = 'arn:aws:kms:eu-central-1:000000000000'
const ID_BYTES = 36
const IV_BYTES = 12
const TAG_BYTES = 16

const encodeContext = (context: Context = {}) =>
  Buffer.from(JSON.stringify(Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1))))

const encrypt = (id: string, material: string, plaintext: Buffer, context: Context) => {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(material, 'base64'), iv).setAAD(encodeContext(context))
  const sealed = Buffer.concat([cipher.update(plaintext), cipher.final()])
  return Buffer.concat([Buffer.from(id), iv, cipher.getAuthTag(), sealed]).toString('base64')
}

const decrypt = (material: string, blob: Buffer, context: Context) => {
  const iv = blob.subarray(ID_BYTES, ID_BYTES + IV_BYTES)
  const tag = blob.subarray(ID_BYTES + IV_BYTES, ID_BYTES + IV_BYTES + TAG_BYTES)
  try {
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(material, 'base64'), iv)
    decipher.setAAD(encodeContext(context)).setAuthTag(tag)
    return Buffer.concat([decipher.update(blob.subarray(ID_BYTES + IV_BYTES + TAG_BYTES)), decipher.final()])
  } catch {
    throw new Refusal('InvalidCiphertextException')
  }
}

const makeOperations = (store: Keys, save: () => Promise<void>) => {
  const keyArn = (id: string) => `${ACCOUNT}:key/${id}`
  const find = (given = '') => {
    const name = given.replace(/^arn:aws:kms:[^:]*:[^:]*:(key\/)?/, '')
    const id = store.aliases[name] ?? name
    const key = store.keys[id]
    if (!key) throw new Refusal('NotFoundException', `${given} does not exist.`)
    return { id, ...key }
  }
  const metadata = (id: string) => ({
    KeyMetadata: {
      KeyId: id,
      Arn: keyArn(id),
      AWSAccountId: '000000000000',
      CreationDate: find(id).created,
      Description: find(id).description,
      Enabled: true,
      KeyState: 'Enabled',
      KeyUsage: 'ENCRYPT_DECRYPT',
      KeySpec: 'SYMMETRIC_DEFAULT',
      KeyManager: 'CUSTOMER',
      Origin: 'AWS_KMS',
      EncryptionAlgorithms: ['SYMMETRIC_DEFAULT'],
    },
  })
  const generate = ({ KeyId, NumberOfBytes, KeySpec, EncryptionContext }: Input) => {
    const { id, material } = find(KeyId)
    const plaintext = randomBytes(NumberOfBytes ?? (KeySpec === 'AES_128' ? 16 : 32))
    const CiphertextBlob = encrypt(id, material, plaintext, EncryptionContext)
    return { KeyId: keyArn(id), Plaintext: plaintext.toString('base64'), CiphertextBlob }
  }
  return {
    async CreateKey({ Description = '' }: Input) {
      const id = randomUUID()
      store.keys[id] = {
        material: randomBytes(32).toString('base64'),
        created: Date.now() / 1000,
        description: Description,
      }
      await save()
      return metadata(id)
    },
    async CreateAlias({ AliasName = '', TargetKeyId }: Input) {
      if (store.aliases[AliasName]) throw new Refusal('AlreadyExistsException', `${AliasName} already exists.`)
      store.aliases[AliasName] = find(TargetKeyId).id
      await save()
    },
    DescribeKey: ({ KeyId }: Input) => metadata(find(KeyId).id),
    ListKeys: () => ({
      Keys: Object.keys(store.keys).map((id) => ({ KeyId: id, KeyArn: keyArn(id) })),
      Truncated: false,
    }),
    ListAliases: () => ({
      Aliases: Object.entries(store.aliases).map(([AliasName, TargetKeyId]) => ({
        AliasName,
        AliasArn: `${ACCOUNT}:${AliasName}`,
        TargetKeyId,
      })),
      Truncated: false,
    }),
    GenerateDataKey: generate,
    GenerateDataKeyWithoutPlaintext: (input: Input) => ({ ...generate(input), Plaintext: undefined }),
    Encrypt({ KeyId, Plaintext = '', EncryptionContext }: Input) {
      const { id, material } = find(KeyId)
      return {
        KeyId: keyArn(id),
        CiphertextBlob: encrypt(id, material, Buffer.from(Plaintext, 'base64'), EncryptionContext),
      }
    },
    Decrypt({ KeyId, CiphertextBlob = '', EncryptionContext }: Input) {
      const blob = Buffer.from(CiphertextBlob, 'base64')
      const id = blob.subarray(0, ID_BYTES).toString()
      const key = store.keys[id]
      if (!key) throw new Refusal('InvalidCiphertextException')
      if (KeyId && find(KeyId).id !== id) throw new Refusal('IncorrectKeyException')
      return { KeyId: keyArn(id), Plaintext: decrypt(key.material, blob, EncryptionContext).toString('base64') }
    },
  }
}

const read = async (file: string | undefined): Promise<Keys> => {
  const text = file && (await readFile(file, 'utf8').catch(() => undefined))
  return text ? (JSON.parse(text) as Keys) : { keys: {}, aliases: {} }
}

/** Makes data keys in this process, of a key that no other process has, as the stand-in makes them for its callers. */
export const makeOwnDataKeys = (): DataKeys => {
  const id = randomUUID()
  const material = randomBytes(32).toString('base64')
  const store = { keys: { [id]: { material, created: 0, description: '' } }, aliases: {} }
  const { GenerateDataKey, Decrypt } = makeOperations(store, async () => undefined)
  const read = (text: string): Uint8Array => Buffer.from(text, 'base64')
  return {
    async generate(EncryptionContext) {
      const { Plaintext, CiphertextBlob } = GenerateDataKey({ KeyId: id, EncryptionContext })
      return { plain: read(Plaintext), wrapped: read(CiphertextBlob) }
    },
    async unwrap(wrapped, EncryptionContext) {
      const CiphertextBlob = Buffer.from(wrapped).toString('base64')
      return read(Decrypt({ KeyId: id, CiphertextBlob, EncryptionContext }).Plaintext)
    },
  }
}

/** Starts a stand-in for KMS that encrypts with AES-256-GCM and authenticates the encryption context, as KMS does. */
export const startKms = async ({ port, file }: { port: number; file?: string }): Promise<Running> => {
  const store = await read(file)
  const save = async () => {
    if (!file) return
    await mkdir(dirname(file), { recursive: true })
    await writeFile(`${file}.new`, JSON.stringify(store), { mode: 0o600 })
    await chmod(`${file}.new`, 0o600)
    await rename(`${file}.new`, file)
  }
  const known = makeOperations(store, save) as Record<string, (input: Input) => unknown>
  return await serve(async (request, response) => {
    const respond = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body ?? {}))
    try {
      let body = ''
      for await (const chunk of request.setEncoding('utf8')) body += chunk
      const name = String(request.headers['x-amz-target'] ?? '').replace('TrentService.', '')
      if (!Object.hasOwn(known, name))
        throw new Refusal('UnknownOperationException', `${name} is not supported locally.`)
      respond(200, await known[name]?.(JSON.parse(body || '{}') as Input))
    } catch (error) {
      const type = error instanceof Refusal ? error.type : 'KMSInternalException'
      respond(error instanceof Refusal ? 400 : 500, { __type: type, message: (error as Error).message })
    }
  }, port)
}
