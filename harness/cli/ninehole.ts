#!/usr/bin/env node
import { runInOwnProcess } from '../games/own-process.ts'

// Loaded in the call, so that an error of loading is told like others.
await runInOwnProcess('ninehole', async (words, host) => (await import('./main.ts')).main(words, host))
