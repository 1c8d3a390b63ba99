import { stripVTControlCharacters } from 'node:util'
import Builder from 'fast-xml-builder'
import { showFailure } from './difference.ts'
import type { Case, Report } from './report.ts'
import { markupWithoutCommands, markupWithSymbols } from './text.ts'
import { notesOn, proofsOf, verdictOf, whyFailed } from './words.ts'

/**
 * A report as JUnit XML, for CI systems. It has what the common schemas demand.
 */
export function asJunit(report: Report): string {
  const { cases } = report
  const options = { format: true, ignoreAttributes: false, attributeNamePrefix: '@', suppressEmptyNode: true }
  const xml = new Builder(options).build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    testsuites: {
      testsuite: {
        '@name': 'ninehole',
        '@package': 'ninehole',
        '@id': 0,
        // The schema requires one name, but the cases of a merged report are from several machines.
        '@hostname': 'localhost',
        '@timestamp': new Date().toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length),
        '@time': seconds(cases.reduce((sum, { milliseconds }) => sum + milliseconds, 0)),
        '@tests': cases.length,
        '@failures': cases.filter(({ ok, error }) => !ok && error === undefined).length,
        '@errors': cases.filter(({ error }) => error !== undefined).length,
        '@skipped': cases.filter(({ skipped }) => skipped !== undefined).length,
        properties: '',
        testcase: cases.map((one) => testcase(one, cases)),
        'system-out': [...notesOn(report), ...proofsOf(cases)].join('\n'),
        'system-err': '',
      },
    },
  })
  // XML has no way to write most control characters, colours among them.
  return markupWithoutCommands(markupWithSymbols(stripVTControlCharacters(xml)))
}

/** A test is named by its path, and by its way where there are several. */
function testcase(one: Case, all: readonly Case[]) {
  const { path, input, milliseconds, ok, skipped, error } = one
  const folders = path.split('/').slice(0, -1)
  return {
    '@name': all.some((other) => other !== one && other.path === path) ? `${path} (${input})` : path,
    // Dotted, like a Java package.
    '@classname': folders.filter((folder) => folder !== '' && folder !== '.').join('.') || 'ninehole',
    '@time': seconds(milliseconds),
    ...(skipped !== undefined && { skipped: { '@message': skipped } }),
    ...(error !== undefined && { error: { '@message': error, '@type': 'unreadable' } }),
    ...(!ok &&
      error === undefined && {
        failure: { '@message': whyFailed(one), '@type': verdictOf(one), '#text': showFailure(one) },
      }),
  }
}

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(3)
