import { Ajv, type CodeOptions } from 'ajv'
import formats from 'ajv-formats'
import type { Part } from './validators.ts'

const addFormats = formats as unknown as typeof formats.default

/**
 * Reports all violations at once, and converts the text of query values to the types of the schema. Generated code does
 * not use `verbose`, which would include every schema; it finds the schema of a violation by its path.
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
    keywords: ['x-id', 'x-enum-varnames', 'example'],
    ...(code && { code }),
  })
  return addFormats(ajv, ['email', 'uuid', 'date', 'date-time', 'uri', 'uri-reference'])
}
