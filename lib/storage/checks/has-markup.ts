const MARKUP = /<(?:script|html|body|iframe|svg|\?php|!doctype)[\s>]/i

/** Tells whether data beside a picture holds what a browser or a server would run. */
export const hasMarkup = (data: Buffer): boolean => MARKUP.test(data.toString('latin1'))
