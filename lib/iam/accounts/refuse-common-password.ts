import { makeOnce } from '../../platform/make-once.ts'
import { invalid } from '../../platform/problem.ts'

const commonPasswords = makeOnce(async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
})

/** Throws if the password is one of the most common ones, in any casing. */
export const refuseCommonPassword = async (propertyPath: string, password: string): Promise<void> => {
  if ((await commonPasswords()).has(password.normalize('NFKC').toLowerCase()))
    throw invalid({ propertyPath, message: 'must not be one of the most common passwords' })
}
