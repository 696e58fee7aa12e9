import type { VariantToPush } from '../connector.ts'

const normalizeLocale = (locale: string) => locale.replaceAll('-', '_').toLowerCase()

/** Tells whether the value at a JSON pointer, or a part of it, has changed here since the shop confirmed it. */
export const isChanged = ({ changed }: Pick<VariantToPush, 'changed'>, pointer: string): boolean =>
  changed?.some((each) => each === pointer || each.startsWith(`${pointer}/`)) ?? true

/** Tells whether a text in a language, in any spelling of its locale, has changed here. */
export const isTextChanged = (
  { changed }: Pick<VariantToPush, 'changed'>,
  locale: string,
  part: 'name' | 'description',
): boolean =>
  changed?.some((each) => {
    const [, member, of = '', text] = each.split('/')
    return member === 'localizations' && normalizeLocale(of) === normalizeLocale(locale) && text === part
  }) ?? true

/** Tells whether a text of the product has changed here. */
export const isProductChanged = ({ product }: Pick<VariantToPush, 'product'>, part: 'name' | 'description'): boolean =>
  product.changed?.includes(part) ?? true
