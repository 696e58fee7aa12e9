import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { hashPassword, matchesPassword } from '../../lib/iam/accounts/password.ts'
import { root } from '../../local/definitions.ts'

test('a password is hashed at the cost that OWASP recommends for argon2id', async () => {
  const hash = await hashPassword('correct horse battery')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await matchesPassword('correct horse battery', hash)).toBe(true)
  expect(await matchesPassword('correct horse batterY', hash)).toBe(false)
})

test('a hash that another program made at another cost still matches', async () => {
  // A vector of the reference implementation: argon2 somesalt -id -t 2 -m 16 -p 1, of "password".
  const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await matchesPassword('password', hash)).toBe(true)
  expect(await matchesPassword('Password', hash)).toBe(false)
})

test('only tests hash at another cost', () => {
  const sources = ['functions', 'lib', 'local', 'operator', 'deploy']
  const files = execFileSync('git', ['grep', '-l', 'hashPasswordsAt', '--', ...sources], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(files.trim().split('\n')).toEqual(['lib/iam/accounts/password.ts'])
})
