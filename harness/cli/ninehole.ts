#!/usr/bin/env node
import { runInOwnProcess } from '../games/own-process.ts'
import { main } from './main.ts'

await runInOwnProcess('ninehole', main)
