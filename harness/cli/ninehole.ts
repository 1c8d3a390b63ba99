#!/usr/bin/env node
import { runInOwnProcess } from '../games/own-process.ts'

// Loaded in the call, so that an error while loading is reported like other errors.
await runInOwnProcess('ninehole', async (words, host) => (await import('./main.ts')).main(words, host))
