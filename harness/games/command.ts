#!/usr/bin/env node
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commands } from '../../reference/games.ts'
import { runInOwnProcess } from './own-process.ts'
import { runCommand } from './play.ts'

/** The bundle's file is named after its game: `dist/ortho.js`. */
const name = basename(fileURLToPath(import.meta.url), '.js')
const command = commands.find((command) => command.name === name)
if (command === undefined) throw new Error(`no game is named ${name}`)

await runInOwnProcess(name, async (words, host) => {
  try {
    return await runCommand(command, words, host)
  } catch (error) {
    host.stderr.write(`${name}: ${(error as Error).message}\n`)
    return 2
  }
})
