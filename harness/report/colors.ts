import picocolors from 'picocolors'

/** Colours on a terminal, unless NO_COLOR is set; never in a file or on a pipe, CI or not. */
const { stdout, env } = process
export const colors = picocolors.createColors(stdout.isTTY === true && !env.NO_COLOR)
