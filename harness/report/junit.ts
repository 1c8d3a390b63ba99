import { stripVTControlCharacters } from 'node:util'
import Builder from 'fast-xml-builder'
import { showFailure } from './difference.ts'
import { type Case, inputOf, proofsOf, type Report, whyFailed } from './report.ts'

/**
 * A report as JUnit XML, for CI systems. It has all that the common schemas require and nothing that one of them rejects
 * (`junit.xsd`).
 */
export function asJunit(report: Report): string {
  const { cases } = report
  const builder = new Builder({
    format: true,
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    suppressEmptyNode: true,
  })
  const xml = builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    testsuites: {
      testsuite: {
        '@name': 'ninehole',
        '@package': 'ninehole',
        '@id': 0,
        // The schema requires one name; a merged report has cases from several machines.
        '@hostname': 'localhost',
        '@timestamp': new Date().toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length),
        '@time': seconds(cases.reduce((sum, { milliseconds }) => sum + milliseconds, 0)),
        '@tests': cases.length,
        '@failures': cases.filter(({ ok, error }) => !ok && error === undefined).length,
        '@errors': cases.filter(({ error }) => error !== undefined).length,
        '@skipped': cases.filter(({ skipped }) => skipped !== undefined).length,
        properties: '',
        testcase: cases.map(testcase),
        'system-out': proofsOf(report).join('\n'),
        'system-err': '',
      },
    },
  })
  // XML cannot contain most control characters or the escape sequences of colours.
  return stripVTControlCharacters(xml).replace(/[^\t\n\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
}

function testcase(one: Case) {
  const { path, milliseconds } = one
  return {
    '@name': inputOf(one) === '' ? path : `${path} (${inputOf(one)})`,
    '@classname': classOf(path),
    '@time': seconds(milliseconds),
    ...resultOf(one),
  }
}

function resultOf(one: Case) {
  const { ok, skipped, error, verdict, failure } = one
  if (skipped !== undefined) return { skipped: { '@message': skipped } }
  if (error !== undefined) return { error: { '@message': error, '@type': 'unreadable' } }
  if (ok) return {}
  const text = failure === null ? '' : showFailure(failure)
  return { failure: { '@message': whyFailed(one), '@type': verdict ?? '', '#text': text } }
}

/** The folders of a path, written like a Java package. */
function classOf(path: string): string {
  const folders = path.split('/').slice(0, -1)
  return folders.filter((part) => part !== '' && part !== '.').join('.') || 'ninehole'
}

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(3)
