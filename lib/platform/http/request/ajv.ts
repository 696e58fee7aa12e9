import { Ajv, type CodeOptions } from 'ajv'
import formats from 'ajv-formats'
import type { Part } from './validators.ts'

const addFormats = formats as unknown as typeof formats.default

/**
 * All violations at once; a query comes as text, so its values are read as what the schema wants. Generated code is
 * without `verbose`, which would carry every schema along; it finds a violation's schema by its path.
 */
export const createAjv = (part: Part, code?: CodeOptions): Ajv => {
  const ajv = new Ajv({
    allErrors: true,
    verbose: !code,
    strict: true,
    strictTypes: false,
    allowUnionTypes: true,
    validateSchema: false,
    coerceTypes: part === 'query',
    useDefaults: true,
    keywords: ['x-id', 'example'],
    ...(code && { code }),
  })
  return addFormats(ajv, ['email', 'uuid', 'date', 'date-time', 'uri', 'uri-reference'])
}
