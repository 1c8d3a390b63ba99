import picocolors from 'picocolors'

/** Colours on a terminal that wants them, and nowhere else: not in a file, and not because a CI system could show them. */
const { stdout, env } = process
export const colors = picocolors.createColors(stdout.isTTY === true && !env.NO_COLOR)
