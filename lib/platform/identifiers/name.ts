import { foldText } from './fold-text.ts'

/** Returns the key of a name, such as that of a partner or a mapping, where a list has each name once. */
export const foldName = (name: string): string => foldText(name)
