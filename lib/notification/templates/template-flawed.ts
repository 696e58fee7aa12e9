/** A mistake in a template; lines and columns start at 1. */
export interface Flaw {
  line: number
  column: number
  message: string
}

/** Thrown if a template cannot be parsed or rendered. Lies apart from the renderer, which is large and loaded late. */
export class TemplateFlawed extends Error {
  readonly flaws: readonly Flaw[]

  constructor(flaws: readonly Flaw[]) {
    super(flaws.map(({ message }) => message).join('; '))
    this.name = 'TemplateFlawed'
    this.flaws = flaws
  }
}
